/**
 * The brain that decides by rules: a chart chooses its purpose (chart.ts), rules choose its acts (purposes.ts), a small grammar makes its
 * words. All of it follows from its seed and its perceptions: it reads no clock and draws from its own random numbers alone.
 */
import { type ActorRefFrom, createActor } from 'xstate';
import type { Dice } from '../../../population/seeded-random.ts';
import { type Act, actText } from '../../acts/act.ts';
import type { Outcome } from '../../acts/perform.ts';
import { hasPublicWork, isAmong, isNearEnd, prices } from '../../acts/possible.ts';
import { type Memory, purseMax } from '../../memory/memory.ts';
import { isAtHome, type Perception } from '../../perception/perception.ts';
import type { Brain, Decision } from '../brain.ts';
import { pursue } from './aims.ts';
import { canBuild } from './building.ts';
import {
  type InnerEvent,
  innerChart,
  type Needs,
  needsText,
  newborn,
  type Purpose,
  purposes,
  type Sight,
} from './chart.ts';
import { Conversation } from './conversation.ts';
import { refused, remember } from './deeds.ts';
import { helping, noteLoans } from './helping.ts';
import type { Means } from './means.ts';
import { choices, isPoor, isUnsettled, isWorkWanted, mayMentor, paidTicks } from './purposes.ts';
import { waysHere } from './street-plan.ts';
import type { Announcement } from './telling.ts';
import { thoughtOf } from './thoughts.ts';
import { wantsToVisit } from './visiting.ts';
import { answering } from './visitors.ts';

/** Acts that a purpose lasts: 3 to 6. */
const patienceMin = 3;
const patienceSpread = 4;
/** Ticks for which it does not try again what was refused. */
const refusedTicks = 12;
/** Ticks after which it looks again for work on the board, when there was none. */
const boardTicks = 2;
/** The purse gets this share of its credits each tick, for words. */
const purseShare = 0.005;
const purseLeast = 0.08;
/** So much it keeps to tell; the oldest is forgotten first. */
const announcementsMax = 3;

const reliefs: Partial<Record<Act['type'], Partial<Needs>>> = {
  say: { company: 22 },
  whisper: { company: 22 },
  letter: { company: 25 },
  go: { curiosity: 26 },
  call: { curiosity: 40 },
  claim: { income: 20 },
  submit: { income: 60 },
  accept: { company: 10 },
  adopt: { legacy: 60, company: 10 },
  add_room: { legacy: 25 },
  write_code: { legacy: 20, curiosity: 20 },
  contribute: { legacy: 10, company: 10 },
  deploy: { legacy: 60, curiosity: 20 },
  compose: { legacy: 40 },
  bequeath: { legacy: 20 },
  rest: { company: -4, curiosity: -4 },
};

export class RulesBrain implements Brain {
  readonly #memory: Memory;
  readonly #dice: Dice;
  readonly #talk: Conversation;
  readonly #inner: ActorRefFrom<typeof innerChart>;
  #thoughts = 0;
  /** What it tells aloud as soon as somebody can hear it, the oldest first. */
  #announcements: readonly Announcement[] = [];
  /** The last act that it decided on, and the function that takes back what was noted for it. */
  #decided: Act | null = null;
  #takeBack: () => void = () => undefined;
  /** The last tick at which an act of a type was refused. */
  readonly #refusedAt = new Map<Act['type'], number>();
  /** The last tick at which the board had no work for it. */
  #noWorkAt = Number.NEGATIVE_INFINITY;

  constructor(memory: Memory, dice: Dice) {
    this.#memory = memory;
    this.#dice = dice;
    this.#talk = new Conversation(memory, dice);
    const needs = {
      ...newborn,
      curiosity: newborn.curiosity + dice.integerBelow(30),
      legacy: newborn.legacy + dice.integerBelow(15),
    };
    this.#inner = createActor(innerChart, { input: { needs } }).start();
  }

  async decide(seen: Perception, possible: readonly Act[]): Promise<Decision> {
    this.#fillPurse(seen);
    this.#memory.note({ beat: this.#memory.state.beat + 1 });
    this.#look(seen);
    this.#talk.listen(seen);
    const means: Means = {
      seen,
      possible,
      memory: this.#memory,
      dice: this.#dice,
      talk: this.#talk,
      maySpeak: this.#maySpeak(seen),
    };
    this.#tell(pursue(means));
    const sight = this.#sightOf(means);
    this.#hear({ type: 'perceived', sight, patience: patienceMin + this.#dice.integerBelow(patienceSpread) });
    this.#takeBack = this.#keep();
    const announced = this.#announce(means);
    if (announced !== null) return this.#decision(announced, seen, 'what it just did is news');
    const answered = answering(means);
    if (answered !== null) return this.#decision(answered, seen, 'a visitor has asked');
    // Each purpose is tried once at most (RU3); the last is to rest, which is always possible (RU4).
    for (let tries = 0; tries < purposes.length; tries++) {
      const purpose = this.#purpose;
      const act = choices[purpose](means);
      if (act !== null && isAmong(possible, act)) return this.#decision(act, seen, needsText(this.#needs));
      if (purpose === 'working') this.#noWorkAt = seen.tick ?? this.#noWorkAt;
      this.#hear({ type: 'finished', purpose });
    }
    return this.#decision({ type: 'rest' }, seen, 'there is nothing to do');
  }

  learn(seen: Perception, { act }: Decision, outcome: Outcome): void {
    // Another act was done than the one that was decided here: what was noted for that one is taken back.
    if (this.#decided !== null && !isAmong([this.#decided], act)) this.#takeBack();
    if (outcome.type === 'refused') {
      this.#refusedAt.set(act.type, seen.tick ?? 0);
      refused(act, outcome.code, seen, this.#memory);
      this.#hear({ type: 'refused', purpose: this.#purpose });
      return;
    }
    if (outcome.type === 'away') return;
    this.#hear({ type: 'acted', relief: reliefs[act.type] ?? {} });
    if (!isAtHome(seen) && ['say', 'whisper', 'answer'].includes(act.type)) this.#pay(prices.word);
    if (outcome.type !== 'done') return;
    const news = remember(act, seen, outcome.body, this.#memory);
    if (news !== null) this.#tell([news]);
  }

  get #purpose(): Purpose {
    const { value } = this.#inner.getSnapshot();
    return purposes.find((purpose) => purpose === value) ?? 'resting';
  }

  get #needs(): Needs {
    return this.#inner.getSnapshot().context.needs;
  }

  #hear(event: InnerEvent): void {
    this.#inner.send(event);
  }

  /** Returns a function that restores what it knew before it decided. */
  #keep(): () => void {
    const { state } = this.#memory;
    const announcements = this.#announcements;
    const unsay = this.#talk.keep();
    return () => {
      this.#memory.note(state);
      this.#announcements = announcements;
      unsay();
    };
  }

  #decision(act: Act, seen: Perception, why: string): Decision {
    this.#decided = act;
    const purpose = this.#purpose;
    const isNew = purpose !== this.#memory.state.purpose;
    if (isNew) {
      this.#thoughts++;
      this.#memory.note({ purpose });
    }
    const thought = thoughtOf(purpose, seen, this.#needs, this.#thoughts);
    const cause = this.#talk.causeOf(act);
    const decision = { act, purpose, why: `${purpose}: ${actText(act)} (${why})`, thought };
    return cause === undefined ? decision : { ...decision, cause };
  }

  /** Adds to the purse each tick: more when it has more. */
  #fillPurse({ tick, self }: Perception): void {
    const { tick: before, purse } = this.#memory.state;
    if (tick === null || tick === before) return;
    const ticks = before === null ? 1 : Math.max(0, tick - before);
    const share = Math.max(purseLeast, self.balance * purseShare);
    this.#memory.note({
      sinceTick: this.#memory.state.sinceTick ?? tick,
      tick,
      purse: Math.min(Math.max(purseMax, share), purse + ticks * share),
    });
  }

  /** Takes note of the ways here, and of what it was lent. */
  #look(seen: Perception): void {
    const { place } = seen;
    noteLoans(seen, this.#memory);
    if (place.kind === 'commons' || place.kind === 'pod') this.#memory.sawWays(place.id, place.name, waysHere(seen));
  }

  #tell(news: readonly Announcement[]): void {
    this.#announcements = [...this.#announcements, ...news].slice(-announcementsMax);
  }

  #pay(amount: number): void {
    this.#memory.note({ purse: this.#memory.state.purse - amount });
  }

  #maySpeak(seen: Perception): boolean {
    const { balance, burn, ticksLeft } = seen.self;
    // In its last ticks it earns nothing any more: it keeps what it needs until its end.
    const needed = ticksLeft !== null && ticksLeft <= paidTicks ? (ticksLeft + 1) * burn : 2;
    return isAtHome(seen) || (this.#memory.state.purse >= prices.word && balance > needed);
  }

  #sightOf(means: Means): Sight {
    const { seen, possible, maySpeak } = means;
    const { self } = seen;
    const isOpen = !self.isDying;
    const keep = isOpen ? choices.keeping(means) : null;
    const has = (type: Act['type']) => possible.some((act) => act.type === type);
    const mayHaveWork = !hasPublicWork(seen) && (seen.tick ?? 0) - this.#noWorkAt >= boardTicks;
    return {
      mustSettle: isNearEnd(seen) && isUnsettled(means),
      isSpokenTo: this.#talk.isSpokenTo && maySpeak,
      hasBegunWork: isOpen && seen.claimed.some(({ status }) => status === 'claimed'),
      canWork: isOpen && (has('accept') || (isWorkWanted(seen) && (has('claim') || mayHaveWork))),
      canMentor: has('adopt') && mayMentor(seen, this.#memory) && !this.#wasRefused('adopt', seen),
      canBuild: isOpen && canBuild(means) && !this.#wasRefused('deploy', seen),
      mustKeep: isOpen && keep !== null && !this.#wasRefused(keep.type, seen),
      canHelp: isOpen && helping(means) !== null,
      wantsToVisit: isOpen && wantsToVisit(means),
      canTalk: maySpeak,
      isPoor: isPoor(seen),
    };
  }

  /** The act may cost more than can be seen: it is not tried again for a while. */
  #wasRefused(type: Act['type'], { tick }: Perception): boolean {
    return (tick ?? 0) - (this.#refusedAt.get(type) ?? Number.NEGATIVE_INFINITY) < refusedTicks;
  }

  /** Tells a deed once somebody can hear it, if the purse has credits for words. */
  #announce({ seen, maySpeak }: Means): Act | null {
    // Who is spoken to answers first, and does not announce something instead of an answer.
    const [first, ...others] = this.#announcements;
    if (first === undefined || !maySpeak || seen.people.length === 0) return null;
    if (this.#talk.isSpokenTo || this.#talk.isAddressed(seen)) return null;
    this.#announcements = others;
    return this.#talk.announce(first, seen);
  }
}
