/** The answer to a command: what its view may show of the turn, and texts that come later. */
import type { Outcome } from '../command.ts';
import type { AccountId } from '../ids.ts';
import { balanceAt } from '../state/ledger.ts';
import type { Reply } from '../views/viewer.ts';
import type { Answering } from '../views/views.ts';
import type { Draft } from './draft.ts';

/**
 * The outcome with the texts that its answer lacked, once `keep` has kept it so: a repeat gets the same answer as the first (J4). Where
 * it cannot be kept the outcome is as it was kept, without these texts.
 */
export async function completed(
  outcome: Outcome,
  { whole }: Pick<Reply, 'whole'>,
  keep: (json: string) => Promise<void>,
): Promise<Outcome> {
  const json = outcome.type === 'applied' ? await whole?.() : undefined;
  if (outcome.type !== 'applied' || json === undefined) return outcome;
  const completed = { type: 'applied', turn: outcome.turn, json, repeated: outcome.repeated } as const;
  return keep(json).then(
    () => completed,
    () => outcome,
  );
}

/** What a reply view may show of the turn that it answers; taken before the draft becomes the state. */
export function answeringOf(draft: Draft): Answering {
  const firstSeq = draft.state.counters.seq + 1;
  const before = new Map<AccountId, number>();
  for (const id of draft.accounts.keys()) before.set(id, balanceAt(draft.state.account(id), draft.tick));
  return {
    turn: draft.turn,
    at: draft.state.isoTime(draft.at),
    events: draft.events.map(({ event }, i) => ({ seq: firstSeq + i, event })),
    postings: draft.postings,
    balanceBefore: (id) => before.get(id) ?? balanceAt(draft.state.account(id), draft.tick),
  };
}
