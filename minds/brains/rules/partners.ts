/**
 * Building with another. Who is about to build asks somebody whom it trusts, above all its mentor or one whom it brought up; who says yes
 * is let into the workshop at home, writes the code there, is named with the funding of the place, and shares in what that earns. All of it
 * goes over the City API, and by words: a workshop waits for its guest for some ticks, and then is built in alone.
 */
import type { Act } from '../../acts/act.ts';
import { designs } from '../../designs/list.ts';
import { witnessed } from '../../hearsay/fact.ts';
import type { Memory } from '../../memory/memory.ts';
import { commons, type FundingAsk, isAtCommons, type Perception } from '../../perception/perception.ts';
import { isSore } from '../../ties/tie.ts';
import { planOf } from './meaning.ts';
import { type Means, wayTo } from './means.ts';
import { joinFrom, joinTicks, nowOf } from './partner-talk.ts';
import { isDead, scoreOf } from './situation.ts';
import { Voice } from './voice.ts';
import { callName } from './words/naming.ts';
import { calls } from './words/understanding.ts';

/** From here on it would ask (`minds/ties/rules.ts`). */
const askFrom = 0.4;
/** Ticks between two whom it asks, or looks for. */
const askAgainTicks = 24;
/** Acts of its own for which it waits for the answer, or for whom it looks for; ticks for which its workshop waits for the guest. */
const answerBeats = 4;
const seekBeats = 6;
const waitTicks = 8;

/** Of these the one with whom it would rather build. */
function candidate({ seen, memory }: Means, ids: readonly string[]): string | undefined {
  return ids
    .map((id) => [id, scoreOf('join', seen, memory, id)] as const)
    .filter(([id, score]) => score >= askFrom && (memory.acquaintance(id)?.talks ?? 0) > 0 && !isDead(memory, id))
    .sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** It has asked somebody, or looked for somebody, not long ago. */
function hasAsked({ seen, memory }: Means): boolean {
  const { partner } = memory.state;
  return partner !== null && partner.state !== 'sought' && nowOf(seen) - partner.tick < askAgainTicks;
}

/** At home, before it begins: goes where others are, once, if it knows somebody to ask. */
export function seekingPartner(means: Means): Act | null {
  const { seen, memory } = means;
  const { partner, beat, ties } = memory.state;
  const hasSought = partner !== null && nowOf(seen) - partner.tick < askAgainTicks;
  const other = hasSought || seen.tick === null ? undefined : candidate(means, Object.keys(ties));
  if (other === undefined || seen.tick === null) return null;
  memory.note({ partner: { id: other, state: 'sought', tick: seen.tick, beat } });
  return wayTo(means, commons);
}

/**
 * Before it goes home to build it asks somebody who is here, and waits a little for the answer. Null: there is nobody to ask, or enough was
 * said. `design`: what it wants to build.
 */
export function askingPartner(means: Means, design: number): Act | null {
  const { seen, memory, talk, dice, maySpeak } = means;
  const { partner, beat } = memory.state;
  if (partner?.state === 'asked' && beat - partner.beat <= answerBeats) return { type: 'rest' };
  const room = designs[design]?.room;
  if (hasAsked(means) || !maySpeak || room === undefined || seen.tick === null) return null;
  const other = candidate(
    means,
    seen.people.map(({ id }) => id),
  );
  if (other === undefined) return isAwaited(means) ? { type: 'rest' } : null;
  const voice = new Voice({ seen, memory, dice, speaker: talk.speaker, other });
  const said = voice.finish(voice.say('partner', { place: planOf(room) }));
  if (said === '') return null;
  memory.note({ design, partner: { id: other, state: 'asked', tick: seen.tick, beat } });
  return { type: 'say', words: addressed(seen, other, said) };
}

/** At the Commons it waits a little for whom it came for: others work there between two walks. */
function isAwaited({ seen, memory }: Means): boolean {
  const { partner, beat } = memory.state;
  return partner?.state === 'sought' && isAtCommons(seen) && beat - partner.beat <= seekBeats;
}

/** Among several listeners the one who is asked is named. */
function addressed({ people }: Perception, other: string, said: string): string {
  const name = callName(people.find(({ id }) => id === other)?.name ?? '');
  return people.length < 2 || name === '' || calls(said, name) ? said : `${name}: ${said}`;
}

/** Its workshop waits for the guest: until then there is nothing to build. At home it sees whether there is code already. */
export function isWaiting({ seen, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  const { partner } = memory.state;
  if (partner?.state !== 'invited' || nowOf(seen) - partner.tick >= waitTicks) return false;
  return seen.written.length === 0 || seen.place.id !== seen.self.home;
}

/** At home, with a workshop: lets in who agreed, and sees who has come. Null: it goes on building. */
export function receiving(means: Means, workshop: string): Act | null {
  const { seen, memory } = means;
  const { partner } = memory.state;
  if (partner?.state === 'agreed') {
    const isInvitation = (act: Act) => act.type === 'invite_guest' && act.room === workshop && act.guest === partner.id;
    const invite = means.possible.find(isInvitation);
    memory.note({ partner: { ...partner, state: invite === undefined ? 'alone' : 'invited', tick: nowOf(seen) } });
    return invite ?? null;
  }
  if (partner?.state !== 'invited') return null;
  if (seen.written.includes(workshop)) memory.note({ hasCode: true, partner: { ...partner, state: 'came' } });
  else {
    memory.felt(partner.id, 'stayedAway');
    memory.note({ partner: { ...partner, state: 'alone' } });
  }
  return null;
}

/** Who has built with it what it is about to open. */
export const partnerIn = ({ state: { partner } }: Memory): string | undefined =>
  partner?.state === 'came' ? partner.id : undefined;

/** Its place stands: what it owes to who built it too. */
export function builtWith(partner: string, pod: string, { self, tick }: Perception, memory: Memory): void {
  memory.felt(partner, 'builtWith');
  memory.learn(witnessed('builtWith', partner, { whom: self.id, place: pod, tick: tick ?? 0 }));
  memory.did(`built it with ${memory.nameOf(partner) || 'somebody'}`);
}

/** A workshop in which there is nothing more to do waits for nobody. */
export function buildsNoMore(memory: Memory): void {
  const { partner } = memory.state;
  if (partner !== null) memory.note({ partner: { ...partner, state: 'alone' } });
}

/** Goes where it said that it would come, and writes the code there. Null: there is nothing to do for it now. */
export function joining({ seen, memory, possible }: Pick<Means, 'seen' | 'memory' | 'possible'>): Act | null {
  const { joins } = memory.state;
  if (joins === null || joins.isDone || nowOf(seen) - joins.tick > joinTicks) return null;
  const house = `city-housing/${joins.with}`;
  const room = `${house}/${designs[joins.design]?.room ?? ''}`;
  if (seen.place.id === room)
    return possible.find((act) => act.type === 'write_code' && act.design === joins.design) ?? null;
  const isLetIn = seen.happenings.some(({ type, subject }) => type === 'room.invited' && subject === room);
  if (seen.place.id === house) return wayTo({ possible }, room);
  if (isAtCommons(seen)) return wayTo({ possible }, house);
  return isLetIn ? wayTo({ possible }, commons) : null;
}

/** It has written the code as a guest. */
export function joined({ place }: Perception, memory: Memory): void {
  const { joins } = memory.state;
  if (joins === null || !place.id.startsWith(`city-housing/${joins.with}/`)) return;
  memory.note({ joins: { ...joins, isDone: true } });
  memory.did(
    `wrote the code of ${designs[joins.design]?.title ?? 'a service'} with ${memory.nameOf(joins.with) || 'somebody'}`,
  );
}

/** The share that it is asked for: it pays for what it has built, and for those whom it likes, and tells the others that it does not. */
export function contributing({ seen, memory, possible }: Pick<Means, 'seen' | 'memory' | 'possible'>): Act | null {
  for (const ask of seen.asks) {
    const act = possible.find((one) => one.type === 'contribute' && one.pod === ask.pod);
    if (act?.type !== 'contribute') continue;
    if (!wantsToPay(ask, seen, memory)) return { ...act, accepts: false };
    // What it cannot spare now it may have before the time is over.
    if (act.accepts) return act;
  }
  return null;
}

function wantsToPay({ from }: FundingAsk, seen: Perception, memory: Memory): boolean {
  const { joins } = memory.state;
  const isPartner = joins !== null && joins.with === from && joins.isDone;
  return !isSore(memory.tie(from)) && (isPartner || scoreOf('join', seen, memory, from) >= joinFrom);
}
