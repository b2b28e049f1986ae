/** What is answered to who asks a mind to build with it, and what a mind makes of such an answer. What is done then is in `partners.ts`. */
import { designs } from '../../designs/list.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Heard, Perception } from '../../perception/perception.ts';
import { isSore } from '../../ties/tie.ts';
import { type Meant, planOf } from './meaning.ts';
import type { Opening } from './said.ts';
import { scoreOf } from './situation.ts';

/** From here on it says yes (`minds/ties/rules.ts`). */
export const joinFrom = 0.35;
/** Ticks for which a guest remembers where it said that it would come. */
export const joinTicks = 10;
/** Runway below which, and ticks to its end for which, it says no. */
const poorTicks = 20;
const endTicks = 16;

export const nowOf = ({ tick }: Pick<Perception, 'tick'>): number => tick ?? 0;

/** Somebody has answered whether it builds with this mind. */
export function hearAnswer({ by }: Heard, seen: Perception, memory: Memory, meanings: readonly Meant[]): void {
  const { partner } = memory.state;
  if (partner === null || partner.id !== by || partner.state !== 'asked') return;
  const said = meanings.find(({ group }) => group === 'partnerYes' || group === 'partnerNo');
  if (said === undefined) return;
  if (said.act !== 'join') memory.felt(by, 'refusedHelp', 0.5);
  memory.note({ partner: { ...partner, state: said.act === 'join' ? 'agreed' : 'alone', tick: nowOf(seen) } });
}

/** What it answers to who asks it; whoever says yes keeps in mind what. */
export function answerPartner({ voice, at }: Opening, { place }: Meant): string {
  const { seen, memory, other } = voice.of;
  const { self, claimed } = seen;
  const { joins } = memory.state;
  const design = designs.findIndex(({ room }) => planOf(room) === place);
  const isFree = joins === null || joins.isDone || nowOf(seen) - joins.tick > joinTicks;
  const hasTime = self.ticksLeft === null || self.ticksLeft > endTicks;
  const isBusy = claimed.some(({ status }) => status === 'claimed');
  const isPoor = self.runway !== null && self.runway < poorTicks;
  const score = scoreOf('join', seen, memory, other);
  if (design === -1 || !isFree || !hasTime || isBusy || isPoor || isSore(at.tie) || score < joinFrom)
    return voice.say('partnerNo');
  const words = voice.say('partnerYes');
  if (words !== '') memory.note({ joins: { with: other, design, tick: nowOf(seen), isDone: false } });
  return words;
}
