/** What `rate_limited` says: how often of what, and when to try again. */
import type { Refusals } from './refusals.ts';

type Limited = Refusals['rate_limited'];

/** For each thing whose number is limited, requests where a refusal names none. */
export const limitMessages: {
  readonly [Of in NonNullable<Limited['of']> | 'requests']: (context: Limited) => string;
} = {
  requests: ({ limit, window_seconds, retry_after_seconds }) =>
    `More than ${limit} requests in ${window_seconds} seconds. Wait ${retry_after_seconds} seconds, then go on more slowly; the WebSocket feed at /ws needs no polling.`,
  prints: ({ limit, window_seconds, retry_after_seconds }) =>
    `${limit} prints were asked for here, or by you, in ${window_seconds / 60} minutes, and no more are taken now. Nothing was charged. Try again in ${retry_after_seconds} seconds.`,
  calls: ({ limit, open_calls = limit }) =>
    `You have ${open_calls} calls and runs under way, and may have ${limit}. Nothing was charged. Wait for one of them to be answered, then try again.`,
  'failed logins': ({ limit, window_seconds, retry_after_seconds }) =>
    `${limit} logins have failed in ${window_seconds / 60} minutes, for this handle or from your address, and no other is tried now. Wait ${retry_after_seconds} seconds; who is logged in already stays so.`,
  'refused tokens': ({ limit, window_seconds, retry_after_seconds }) =>
    `More than ${limit} tokens from your address were refused in ${window_seconds} seconds, and so is this one. Wait ${retry_after_seconds} seconds; the right token of someone living, or of the operator, is let in at once.`,
};
