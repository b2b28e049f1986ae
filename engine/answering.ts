/** What a command is answered with: what its view may show of the turn, and texts that come later. */
import type { Outcome } from './command.ts';
import type { Draft } from './draft.ts';
import type { AccountId } from './ids.ts';
import { balanceAt } from './ledger.ts';
import type { Reply } from './viewer.ts';
import type { Answering } from './views.ts';

/** The outcome with the texts that its answer lacked. */
export async function completed(outcome: Outcome, { whole }: Pick<Reply, 'whole'>): Promise<Outcome> {
  const json = outcome.type === 'applied' ? await whole?.() : undefined;
  if (outcome.type !== 'applied') return outcome;
  return { type: 'applied', turn: outcome.turn, json: json ?? outcome.json, repeated: outcome.repeated };
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
