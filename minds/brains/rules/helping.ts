/**
 * What a mind does for those who have less. Who asks aloud is lent something, by somebody who can spare it; who borrowed gives it back once
 * it can. Nothing but words says that it was lent: a mind keeps what it owes in mind, and may die before it is paid.
 */
import type { Act } from '../../acts/act.ts';
import { prices, spareToGive } from '../../acts/possible.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Heard, Perception } from '../../perception/perception.ts';
import { isFriend, isSore } from '../../ties/tie.ts';
import { type Choice, type Means, words } from './means.ts';
import { contributing, joining } from './partners.ts';
import { scoreOf } from './situation.ts';
import * as tellings from './words/tellings.ts';

/** Ticks for which a request for help stands, and ticks until the same mind helps, or asks, again. */
const heardTicks = 3;
const helpAgainTicks = 24;
const askAgainTicks = 16;
/** Ticks after it asked in which what it is given was lent. */
const lentTicks = 6;
/** Credits that are left to give or lend afterwards. */
const keptBack = 6;

/** Asks for a loan. What others say is looked at with this, whoever they are. */
const plea = /\b(lend|loan|spare|borrow)\b[^.!]*\bcredits?\b/i;

export const isPlea = (said: string): boolean => plea.test(said);

/** Somebody who has asked just now and whom it has talked with. */
function whoAsks({ seen, memory }: Pick<Means, 'seen' | 'memory'>): Heard | undefined {
  const { tick, heard, self } = seen;
  const { helpedTick } = memory.state;
  if (tick === null || (helpedTick !== null && tick - helpedTick < helpAgainTicks)) return undefined;
  const asking = heard.filter(
    ({ by, words: said, tick: saidTick }) =>
      by !== self.id &&
      saidTick !== null &&
      tick - saidTick <= heardTicks &&
      isPlea(said) &&
      (memory.acquaintance(by)?.talks ?? 0) > 0 &&
      !memory.isGone(by) &&
      !isSore(memory.tie(by)),
  );
  // Of several the one whom it would rather help, or to whom it would rather lend.
  const score = ({ by }: Heard) => Math.max(scoreOf('help', seen, memory, by), scoreOf('lend', seen, memory, by));
  return [...asking].sort((a, b) => score(a) - score(b)).at(-1);
}

/** Credits that it owes to somebody and can give back now. */
function due({ seen, memory }: Pick<Means, 'seen' | 'memory'>): readonly [id: string, amount: number] | undefined {
  const spare = spareToGive(seen) - keptBack;
  return Object.entries(memory.state.owes).find(([id, amount]) => amount <= spare && !memory.isGone(id));
}

/** What it does for others: pays what it owes or is asked to share, lends, and comes into the workshop where it is waited for. */
export const helping = (means: Pick<Means, 'seen' | 'memory' | 'possible'>): Act | null =>
  contributing(means) ?? giving(means) ?? joining(means);

/** What it gives, and to whom: what it owes comes first. */
function giving({ seen, memory, possible }: Pick<Means, 'seen' | 'memory' | 'possible'>): Act | null {
  const [to, amount] = due({ seen, memory }) ?? [whoAsks({ seen, memory })?.by, prices.loan];
  if (to === undefined || spareToGive(seen) < amount + keptBack) return null;
  const act = possible.find((one) => one.type === 'give' && one.to === to);
  return act?.type === 'give' ? { ...act, amount } : null;
}

/** Asks those who are here, now and then. */
export const pleading: Choice = (means) => {
  const { seen, memory, maySpeak } = means;
  const { pleadedTick } = memory.state;
  if (!maySpeak || seen.tick === null || seen.people.length === 0) return null;
  if (pleadedTick !== null && seen.tick - pleadedTick < askAgainTicks) return null;
  const said = words(means, tellings.pleas);
  if (said === '') return null;
  memory.note({ pleadedTick: seen.tick });
  const friend = [...seen.people].map(({ id }) => id).sort((a, b) => memory.tie(b).close - memory.tie(a).close)[0];
  if (friend !== undefined && isFriend(memory.tie(friend))) memory.expect(friend, 'help');
  return { type: 'say', words: said };
};

/** Takes note of what it was lent since it asked. */
export function noteLoans({ happenings, self }: Perception, memory: Memory): void {
  const { pleadedTick, owesSeq, owes } = memory.state;
  const lent = happenings.filter(
    ({ seq, type, tick, actor, subject }) =>
      type === 'credits.transferred' &&
      subject === self.id &&
      actor !== self.mentor &&
      seq > owesSeq &&
      pleadedTick !== null &&
      tick !== null &&
      tick >= pleadedTick &&
      tick - pleadedTick <= lentTicks,
  );
  if (lent.length === 0) return;
  const more = lent.map(({ actor, amount }) => [actor, (owes[actor] ?? 0) + amount] as const);
  memory.owe({ ...owes, ...Object.fromEntries(more) }, Math.max(...lent.map(({ seq }) => seq)));
}

/** Takes note of what it gave: a debt that is paid, or a loan. */
export function gave(act: Act & { type: 'give' }, { tick }: Perception, memory: Memory): void {
  const { owes, owesSeq } = memory.state;
  const name = memory.acquaintance(act.to)?.name || 'somebody';
  const owed = Object.hasOwn(owes, act.to) ? (owes[act.to] ?? 0) : 0;
  if (owed === 0) {
    memory.note({ helpedTick: tick });
    memory.expect(act.to, 'loan');
    memory.did(`helped ${name} out with some credits`);
    return;
  }
  const rest = { ...owes, [act.to]: owed - act.amount };
  memory.owe(Object.fromEntries(Object.entries(rest).filter(([, amount]) => amount > 0)), owesSeq);
  memory.did(`gave back to ${name} what I owed`);
}
