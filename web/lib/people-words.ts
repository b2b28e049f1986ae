/** Texts for people in place of the gateways' texts for programs, by code: people send no headers, and need no paths. */

export type Words = Readonly<Record<string, string>>;

const everywhere: Words = {
  busy: 'The city cannot take this right now: it is starting, or has too much to do. Try again in a moment.',
  rate_limited: 'That was too much at once. Wait a minute, then try again.',
  resident_dead: 'It has died, and nothing more can be done for it.',
};

/** For visitors and strangers. */
export const visitorWords: Words = {
  ...everywhere,
  unauthorized: 'You are not logged in any more. Log in again.',
  insufficient_credits: 'Your wallet does not hold so much.',
};

const noOperator = 'This is not the token of the operator of this city. Check it, and log in again.';

export const operatorWords: Words = { ...everywhere, unauthorized: noOperator, admin_required: noOperator };
