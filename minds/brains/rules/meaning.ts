/**
 * What words mean to the mind that hears them: what they do, of whom and what they tell, and what it learns and feels by them. All of it
 * is taken from what can be heard; nothing of it is a channel of its own.
 */

import { designAt, designs } from '../../designs/list.ts';
import {
  deadIn,
  type Fact,
  heardFrom,
  isAbout,
  isDoubtedDeath,
  isOfDeath,
  isSame,
  kinds,
  toldMax,
  witnessed,
} from '../../hearsay/fact.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Heard, Perception } from '../../perception/perception.ts';
import { isFriend } from '../../ties/tie.ts';
import { actOf, type DialogueAct, deedOf, kindIn, weightOf } from './words/acts.ts';
import { kindText, type Names, tickOf, whereIs, whoIs } from './words/naming.ts';
import { type Saying, sayingsIn } from './words/parsing.ts';
import { wrongIn, wrongOf } from './words/wrongs.ts';

export interface Meant {
  readonly group: string;
  /** The sentence, with its slots. */
  readonly line: string;
  readonly act: DialogueAct;
  /** Of whom, or of which place, it speaks; '' of nobody whom it knows. */
  readonly about: string;
  readonly place: string;
  /** A place is named in it, which the mind may not know. */
  readonly hasPlace: boolean;
  /** What it tells, as it was heard; and what the mind knew of that before. */
  readonly fact?: Fact;
  readonly before?: Fact | undefined;
}

/** Those whom it can name: who is here, whom it knows, whom its facts are about, itself. */
const peopleKnown = ({ people, self }: Perception, { state }: Memory): Names =>
  named([
    [self.id, self.name] as const,
    ...people.map(({ id, name }) => [id, name] as const),
    ...Object.entries(state.people).map(([id, { name }]) => [id, name] as const),
    ...Object.entries(state.names).filter(([id]) => !Object.hasOwn(state.places, id) && designAt(id) === undefined),
  ]);

/** To whom something can be said: those who are here, and the mind itself. */
const here = ({ people, self }: Perception): Names => [
  [self.id, self.name],
  ...people.map(({ id, name }) => [id, name] as const),
];

const placesKnown = ({ pods }: Perception, { state }: Memory): Names =>
  named([
    ...pods.map(({ id, name }) => [id, name] as const),
    ...Object.entries(state.places).map(([id, { name }]) => [id, name] as const),
    ...Object.entries(state.names).filter(([id]) => designAt(id) !== undefined),
    ...designs.map(({ title, room }) => [planOf(room), title] as const),
  ]);

/** Of some it does not know the name: no words mean them. */
const named = (names: Names): Names => names.filter(([id, name]) => id !== '' && name !== '');

/** The id of a place that somebody only wants to build. */
export const planOf = (room: string): string => `plan:${room}`;
export const isPlan = (id: string): boolean => id.startsWith(planOf(''));
export const planText = (id: string): string => {
  const title = designs.find(({ room }) => planOf(room) === id)?.title;
  return title === undefined ? '' : kindText(title);
};

/** Slots whose values are names. */
const naming = ['who', 'whom', 'site', 'name'] as const;

interface Hearing {
  readonly heard: Heard;
  readonly seen: Perception;
  readonly memory: Memory;
  readonly isToMe: boolean;
}

export function meaningsOf(hearing: Hearing): readonly Meant[] {
  const { heard, seen, memory } = hearing;
  const sayings = sayingsIn(heard.words);
  if (sayings.length === 0) return [];
  const isNaming = sayings.some(({ slots }) => naming.some((slot) => slots[slot] !== undefined));
  const people = isNaming ? peopleKnown(seen, memory) : [];
  const places = isNaming ? placesKnown(seen, memory) : [];
  const me = people.find(([id]) => id === heard.by)?.[1] ?? '';
  const between = { me, you: hearing.isToMe ? seen.self.name : '' };
  return sayings.map((saying) => {
    const idOf = (name: 'who' | 'whom') =>
      whoIs(saying.slots[name] ?? (name === 'who' ? saying.slots['name'] : undefined) ?? '', people, heard.words);
    const { aim = '', site: text = aim, name: called = '' } = saying.slots;
    const place = text === '' ? (places.find(([, one]) => one === called)?.[0] ?? '') : whereIs(text, places, between);
    const you = whoIs(saying.slots['you'] ?? '', here(seen)) || (hearing.isToMe ? seen.self.id : '');
    const fact = factIn(saying, { who: idOf('who'), whom: idOf('whom'), you, place, hearing });
    const before = fact === undefined ? undefined : memory.state.facts.find((one) => isSame(one, fact));
    const about = idOf('who') || idOf('whom');
    return {
      group: saying.group,
      line: saying.line,
      act: actOf(saying.group),
      about,
      place,
      hasPlace: saying.slots.site !== undefined,
      ...(fact !== undefined && { fact, before }),
    };
  });
}

interface Parties {
  readonly who: string;
  readonly whom: string;
  /** To whom it is said. */
  readonly you: string;
  readonly place: string;
  readonly hearing: Hearing;
}

/** The fact in a sentence, when all whom it names are known. */
function factIn({ group, slots }: Saying, { who, whom, you, place, hearing }: Parties): Fact | undefined {
  const { heard, memory } = hearing;
  const kind = kindIn(group);
  if (kind === undefined) return undefined;
  const isKnown = (slot: string, id: string) => slots[slot] === undefined || id !== '';
  if (!isKnown('who', who) || !isKnown('whom', whom) || !isKnown('site', place)) return undefined;
  if (!isKnown('name', who) && !isKnown('name', place)) return undefined;
  const parties = partiesOf(group, { who, whom, you }, heard.by);
  if (parties === undefined) return undefined;
  const now = heard.tick ?? hearing.seen.tick ?? 0;
  const said = isOfNow.test(group) ? now : tickOf(slots['ago'] ?? '', now);
  const tick = beforeDeath(said ?? now, parties.who, hearing);
  const why = wrongIn(slots['wrong'] ?? '') ?? wrongOf(/^blame\.(\w+)$/.exec(group)?.[1] ?? '');
  const happened = witnessed(kind, parties.who, { whom: parties.whom, place, tick, why });
  const told = said === undefined ? { ...happened, isVague: true } : happened;
  // Who speaks of itself should know, but for another's death.
  const isFirst = /^(own|did|toMe|blame|forgive)\b/.test(group) && !isOfDeath(told);
  const trust = memory.tie(heard.by).trust;
  const fact = heardFrom(told, heard.by, isFirst ? Math.min(1, trust + 0.25) : trust, tick);
  return isRefuted(fact, hearing) ? { ...fact, belief: 0 } : fact;
}

/** Whom it tells dead stands here, or hears it, or says so. */
function isRefuted(fact: Fact, { seen: { people, self }, heard }: Pick<Hearing, 'seen' | 'heard'>): boolean {
  const dead = deadIn(fact);
  return dead !== '' && [self.id, heard.by, ...people.map(({ id }) => id)].includes(dead);
}

/** What is said when it happens. */
const isOfNow = /^(news|announcements|pleas|forgive)\b/;

/** What the dead did was before they died. */
function beforeDeath(tick: number, who: string, { memory }: Hearing): number {
  const end = memory.state.facts.find((fact) => fact.kind === 'died' && fact.who === who && !isDoubtedDeath(fact));
  return Math.min(tick, end?.tick ?? tick);
}

/** Who did it to whom: a speaker does not name itself, nor its listener. */
function partiesOf(group: string, { who, whom, you }: Pick<Parties, 'who' | 'whom' | 'you'>, speaker: string) {
  const [list = '', kind = ''] = group.split('.');
  if (['told', 'dead', 'corrected', 'asks'].includes(list)) return { who, whom };
  if (list === 'news') return { who, whom: '' };
  if (list === 'toMe') return { who, whom: speaker };
  if (list === 'blame' || list === 'forgive') return you === '' ? undefined : { who: speaker, whom: you };
  if (isOfQuarrel(list)) return you === '' ? undefined : /sore$/i.test(kind) ? { who: you, whom } : { who, whom: you };
  const doer = list === 'yours' ? you : speaker;
  if (doer === '') return undefined;
  const isBirth = kind === 'born' || kind === 'adopted' || group.endsWith('reached.child');
  return isBirth ? { who, whom: doer } : { who: doer, whom };
}

const isOfQuarrel = (list: string): boolean => list === 'side' || list === 'reconcile';

/** Of all that was said, what is answered: the last that weighs most. */
export const mainOf = (meanings: readonly Meant[]): Meant | undefined =>
  [...meanings].reverse().sort((a, b) => weightOf(b.act) - weightOf(a.act))[0];

const shareOfOverheard = 0.5;

/** Learns what was told, and feels what was done by it: to itself, by name, or to those whom it likes. */
export function takeIn({ heard, seen, memory, isToMe }: Hearing, meanings: readonly Meant[]): void {
  const self = seen.self.id;
  if (isToMe) memory.felt(heard.by, 'talked');
  for (const { act, about, place, fact, before, group } of meanings) {
    const deed = deedOf[act];
    if (isToMe && deed !== undefined) memory.felt(heard.by, deed);
    if (isToMe && act === 'tellOfListener' && fact !== undefined && isGood(fact)) memory.felt(heard.by, 'praised');
    if (act === 'tellOwn' && fact !== undefined && isGood(fact)) memory.felt(heard.by, 'boasted', shareOfOverheard);
    if (fact !== undefined && seen.self.ownedPods.includes(fact.place) && fact.kind === 'liked')
      memory.felt(heard.by, 'praised');
    if (fact !== undefined && seen.self.ownedPods.includes(fact.place) && fact.kind === 'disliked')
      memory.felt(fact.who, 'ranDown', fact.who === heard.by ? 1 : fact.belief);
    const isFalse = fact !== undefined && isRefuted(fact, { seen, heard });
    if (fact !== undefined && before === undefined && !isFalse) envy(fact, seen, memory);
    if (about === self && group.startsWith('opinions.warm')) memory.felt(heard.by, 'praised');
    if (about === self && (group.startsWith('opinions.cold') || act === 'warn')) memory.felt(heard.by, 'blamed');
    if (act === 'tell' && fact !== undefined && isTale(fact, heard.by, self)) memory.felt(heard.by, 'toldTales');
    if (isToMe && group === 'accept' && seen.self.ownedPods.includes(place)) memory.expect(heard.by, 'visit');
    if (isToMe && act === 'reconcile' && about !== '' && about !== self) memory.felt(about, 'spokenFor');
    if (fact === undefined || act === 'tellOfListener' || isFalse) continue;
    // What it holds against others itself it knows by itself.
    const isOwn = fact.who === self && fact.kind === 'sore';
    const isLearned = !isAbout(fact, self) || (!isOwn && ['sore', 'fond', 'forgave'].includes(fact.kind));
    // What is said aloud all who are here have heard.
    const told = heard.manner === 'aloud' ? [...fact.told, ...seen.people.map(({ id }) => id)] : fact.told;
    if (isLearned) memory.learn({ ...fact, told: [...new Set(told)].slice(0, toldMax) });
    feelFor(fact, self, memory);
  }
}

/** Somebody else has a place of the kind of one of its own. */
function isRival({ kind, who, place }: Pick<Fact, 'kind' | 'who' | 'place'>, { self }: Perception): boolean {
  const design = designAt(place);
  const isAlike = design !== undefined && self.ownedPods.some((own) => own !== place && designAt(own) === design);
  return kind === 'opened' && who !== '' && who !== self.id && isAlike;
}

/** Somebody tells of it what it would not have told, and is no party to that. */
const isTale = (fact: Fact, by: string, self: string): boolean =>
  isAbout(fact, self) && !isAbout(fact, by) && ['sore', 'turnedDown', 'poor'].includes(fact.kind);

/** Another has what it has, or would have had: a place of its kind, its guests, what its mentor left. */
export function envy(fact: Fact, seen: Perception, memory: Memory): void {
  const { self } = seen;
  if (isRival(fact, seen)) memory.felt(fact.who, 'rivalled', fact.belief);
  if (fact.kind === 'inherited' && fact.who !== self.id && fact.whom === self.mentor)
    memory.felt(fact.who, 'tookEstate', fact.belief);
  if (fact.kind === 'liked' && fact.who !== self.id && !self.ownedPods.includes(fact.place)) {
    const owner = memory.state.facts.find(({ kind, place }) => kind === 'opened' && place === fact.place)?.who ?? '';
    if (owner !== self.id && hasSameTrade(fact.place, self)) memory.felt(owner, 'drewGuests', fact.belief);
  }
}

/** It has a place that meets the same need. */
function hasSameTrade(place: string, { ownedPods }: Perception['self']): boolean {
  const needAt = (one: string) => designs[designAt(one) ?? -1]?.need;
  const need = needAt(place);
  return need !== undefined && ownedPods.some((own) => needAt(own) === need);
}

const isGood = ({ kind }: Fact): boolean => kinds[kind].tone === 'good' || kinds[kind].tone === 'kind';

/** Who does good to others is held a little higher, and who wrongs a friend a little lower, as far as it is believed. */
function feelFor({ kind, who, whom, belief }: Fact, self: string, memory: Memory): void {
  const { tone } = kinds[kind];
  if (who === self || who === '') return;
  if (tone === 'kind') memory.felt(who, whom === self ? 'praised' : 'agreed', shareOfOverheard * belief);
  // Of two who fall out it sides with the one whom it likes.
  if (kind === 'sore' && whom !== self && isFriend(memory.tie(who)))
    memory.felt(whom, 'disagreed', shareOfOverheard * belief);
  if (tone === 'unkind' && (whom === self || isFriend(memory.tie(whom)))) memory.felt(who, 'disagreed', belief);
}
