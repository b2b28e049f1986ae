/** `civitas answer-turns`: turns of an actor out of the journal, for `host/traces.ts`, which reads it. */
import type { ActorTurnsAsked, PastTurnsOutcome } from '../gateways/portal/routes/past-machines.ts';
import { journaledTurns } from '../research/past/journaled-turns.ts';
import { withHistory, withPastFolder } from './past-folder.ts';

/** Throws for whatever cannot be read. */
export function answerTurns(
  env: Readonly<Record<string, string | undefined>>,
  { actor, ...page }: ActorTurnsAsked,
  { data }: { readonly data?: string },
): Promise<PastTurnsOutcome> {
  return withPastFolder(env, data, (folder) =>
    withHistory(folder, async (history) => ({ type: 'opened', page: await journaledTurns(history, actor, page) })),
  );
}
