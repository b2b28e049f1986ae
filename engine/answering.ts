/** What a command is answered with: what its view may show of the turn, and texts that come later. */
import type { Outcome } from './command.ts';
import type { Draft } from './draft.ts';
import type { AccountId } from './ids.ts';
import { shown } from './ledger.ts';
import type { Reply } from './viewer.ts';
import type { Answering } from './views.ts';

/** The outcome with the texts that its answer lacked. */
export async function completed(told: Outcome, { whole }: Pick<Reply, 'whole'>): Promise<Outcome> {
  const json = told.type === 'applied' ? await whole?.() : undefined;
  if (told.type !== 'applied') return told;
  return { type: 'applied', turn: told.turn, json: json ?? told.json, repeated: told.repeated };
}

/** What a reply view may show of the turn that it answers; taken before the draft becomes the state. */
export function answeringOf(draft: Draft): Answering {
  const firstSeq = draft.state.counters.seq + 1;
  const before = new Map<AccountId, number>();
  for (const id of draft.accounts.keys()) before.set(id, shown(draft.state.account(id), draft.tick));
  return {
    turn: draft.turn,
    at: draft.state.isoTime(draft.at),
    told: draft.told.map(({ told }, i) => ({ seq: firstSeq + i, told })),
    postings: draft.postings,
    balanceBefore: (id) => before.get(id) ?? shown(draft.state.account(id), draft.tick),
  };
}
