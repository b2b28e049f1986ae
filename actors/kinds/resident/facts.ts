/** What a resident must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { type ActorId, nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Heard } from '../../facts.ts';
import { listedMax } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { isLeftToMinds } from '../../rules/birth/left-to-minds.ts';
import { nextSoul } from '../../rules/birth/soul-queue.ts';
import { messagesToPassOn } from '../../rules/people/passing-on.ts';
import { activeStations } from '../../rules/place/active-stations.ts';
import { type FoundForCommands, placeCommands } from '../../rules/place/commands.ts';
import { type Destination, placesBehind, wayThrough } from '../../rules/place/exits.ts';
import { keepsWords } from '../../rules/place/keeping-words.ts';
import { placeActor, residentActor, soulActor } from '../../rules/place/names.ts';
import { hasEnded } from '../../rules/place/states.ts';
import { isInStudy, mayReach } from '../../rules/place/terminal.ts';
import { isSeen } from '../../rules/place/visibility.ts';
import { type PostingFacts, postingFacts } from '../../rules/work/job-posting.ts';
import type { CallGlobalService } from '../service-call/messages.ts';
import type { ResidentContext, ResidentInbox } from './messages.ts';
import { isDead } from './state.ts';

interface Minted {
  /** The identifier of the message. */
  readonly message: string;
}

/** Words that are said aloud. */
interface Aloud extends Minted {
  /** Who stands here later may read them. */
  readonly isKept: boolean;
}

/** Its balance, the upkeep that it pays each tick, and what it left unpaid, in millicredits. */
export interface Means {
  readonly balance: number;
  readonly burn: number;
  readonly owed: number;
}

/** Its mentees that have not left the city, as many as a list holds. */
export interface Mentees {
  readonly mentees: readonly string[];
}

/** Those who must hear of a death. */
interface ConcernedByDeath extends Mentees {
  /** All of its mentees that have not left the city, as many as hear of a death. */
  readonly children: readonly ActorId<'resident'>[];
  /** Everyone may know of the place where it stands. */
  readonly isSeen: boolean;
}

/** What a resident that may die must know. */
export interface LastMeans extends Means, Mentees {}

/** The pods of the dead. */
interface PodsLeft {
  readonly pods: readonly ActorId<'pod'>[];
}

/** What is known of a resident named as heir. */
export type Heir =
  | { readonly is: 'alive' | 'unknown' }
  | { readonly is: 'dead'; readonly died_at: string; readonly cause: ResidentContext['cause'] };

/** What a resident must know before it calls a global service. */
interface Calling {
  /** The identifier of the call. */
  readonly call: string;
  /** Calls and runs that it has under way. */
  readonly openCalls: number;
  /** Its balance, in millicredits. */
  readonly balance: number;
  readonly isAvailable: boolean;
  /** It is at home, where there is a study: calls cost half. */
  readonly isHalved: boolean;
}

/** What a resident must know before it posts a job. */
interface Posting extends PostingFacts {
  /** True when the place where it stands has ended. */
  readonly isRuin: boolean;
}

/** What a resident must know at a portal. */
interface AtPortal {
  /** The active stations where it stands. */
  readonly stations: readonly ActorId<'portal-station'>[];
}

/** What a mentor must know. */
interface Adopting extends Means {
  /** The first soul of the queue. */
  readonly next: ActorId<'soul'> | null;
}

/** Its balance, in millicredits. */
interface Balance {
  readonly balance: number;
}

/** What a resident must know whose token is said to be lost. */
interface Missed {
  /** A mind of the city lives it. */
  readonly isLeftToMinds: boolean;
}

/** Events of which a resident may die. Who hears one of them knows what it leaves to its heir. */
export const deadlyEvents = ['upkeep.due', 'life.ends', 'core.ended'] as const;
type FoundOfDeadlyEvents = Readonly<Record<(typeof deadlyEvents)[number], LastMeans>>;

interface Found extends FoundForCommands, FoundOfDeadlyEvents {
  readonly transfer: Balance;
  readonly admitted: Balance;
  readonly move: { readonly way: Destination | null };
  readonly broadcast: Aloud;
  readonly whisper: Minted;
  readonly letter: Minted;
  readonly shout: Aloud & { readonly within: readonly string[] };
  readonly bequeath: { readonly heir: Heir };
  readonly call_global_service: Calling;
  readonly post_job: Posting;
  readonly adopt: Adopting;
  readonly think: Minted;
  readonly 'token.missed': Missed;
  readonly portal_message: Minted & AtPortal;
  readonly portal_print: AtPortal;
  readonly leaves: Mentees;
  readonly 'estate.settled': PodsLeft;
  readonly 'pods.settled': ConcernedByDeath;
  readonly 'archive.due': Mentees;
  readonly 'account.low': Means;
  readonly 'account.dry': Means;
}

export type ResidentEvent = Heard<ResidentInbox, Found>;

/** A shout is heard at this many places behind the visible exits, at most. */
const shoutPlacesMax = 64;

/**
 * Pods that have their new owner before the death is published, at most. It happens in one turn, in which nobody else is served, and each
 * costs as much as a move.
 */
const podsMax = 32;
/** Messages that this may take, of the 1,000 that a turn may deliver (T1); the rest is for others who hear of the death. */
const passedOnMessagesMax = 900;

/** Mentees that hear of a death, at most. */
const childrenMax = 1_000;

const mintMessage = (facts: Facts): Minted => ({ message: facts.mint('msg') });

const aloud = (facts: Facts, { context }: ImageOf<'resident'>): Aloud => ({
  message: facts.mint('msg'),
  isKept: keepsWords(facts, context.location),
});

const means = (facts: Facts, { id }: ImageOf<'resident'>): Means => ({
  balance: facts.balance(id),
  burn: facts.burn(id),
  owed: facts.owed(id),
});

const itsBalance = (facts: Facts, { id }: ImageOf<'resident'>): Balance => ({ balance: facts.balance(id) });

const mentees = (facts: Facts, { context }: ImageOf<'resident'>): Mentees => ({
  mentees: facts.members(indexes.mentees, context.id, listedMax).map(nameOf),
});

const lastMeans = (facts: Facts, self: ImageOf<'resident'>): LastMeans => ({
  ...means(facts, self),
  ...mentees(facts, self),
});

/** The first of its pods, as many as one turn can notify. Quarantined pods hear nothing. */
function podsLeft(facts: Facts, { context }: ImageOf<'resident'>): PodsLeft {
  const pods: ActorId<'pod'>[] = [];
  let messages = 0;
  for (const pod of facts.members(indexes.owned, context.id, podsMax)) {
    if (imageOf(facts, pod)?.quarantined === true) continue;
    messages += messagesToPassOn(facts, pod);
    if (messages > passedOnMessagesMax) break;
    pods.push(pod);
  }
  return { pods };
}

const concernedByDeath = (facts: Facts, self: ImageOf<'resident'>): ConcernedByDeath => ({
  ...mentees(facts, self),
  children: facts.members(indexes.mentees, self.context.id, childrenMax),
  isSeen: isSeen(facts, self.context.location),
});

const calling = (facts: Facts, { id, context }: ImageOf<'resident'>, said: CallGlobalService): Calling => ({
  call: facts.mint('call'),
  openCalls: facts.count(indexes.openCalls, context.id),
  balance: facts.balance(id),
  isAvailable: mayReach(facts, said.availability, context.location),
  isHalved: said.halfInStudy && isInStudy(facts, context),
});

function posting(facts: Facts, { id, context }: ImageOf<'resident'>): Posting {
  const place = imageOf(facts, placeActor(context.location));
  const isRuin = place === undefined || hasEnded(place);
  return { ...postingFacts(facts, id, context.id, context.location), isRuin };
}

const atPortal = (facts: Facts, { context }: ImageOf<'resident'>): AtPortal => ({
  stations: activeStations(facts, context.location),
});

function heirNamed(facts: Facts, heir: string): Heir {
  const image = imageOf(facts, residentActor(heir));
  if (image === undefined) return { is: 'unknown' };
  if (!isDead(image)) return { is: 'alive' };
  const { diedAt, cause } = image.context;
  return { is: 'dead', died_at: isoTime(diedAt ?? 0), cause };
}

function missed(facts: Facts, { context: { origin } }: ImageOf<'resident'>): Missed {
  const soul = origin === undefined ? undefined : imageOf(facts, soulActor(origin.soul));
  return { isLeftToMinds: soul !== undefined && isLeftToMinds(soul.context) };
}

export const residentEvents: EventRules<'resident', Found> = {
  move: { command: true, facts: (facts, { context }, { exit }) => ({ way: wayThrough(facts, context, exit) }) },
  broadcast: { command: true, facts: aloud },
  whisper: { command: true, facts: mintMessage },
  letter: { command: true, facts: mintMessage },
  shout: {
    command: true,
    facts: (facts, self) => ({ ...aloud(facts, self), within: placesBehind(facts, self.context, shoutPlacesMax) }),
  },
  transfer: { command: true, facts: itsBalance },
  compose: { command: true },
  bequeath: { command: true, facts: (facts, _self, { heir }) => ({ heir: heirNamed(facts, heir) }) },
  call_global_service: { command: true, facts: calling },
  post_job: { command: true, facts: posting },
  vouch: { command: true },
  answer_question: { command: true },
  adopt: {
    command: true,
    facts: (facts, self) => ({ next: nextSoul(facts), ...means(facts, self) }),
  },
  think: { command: true, facts: mintMessage },
  portal_message: { command: true, facts: (facts, self) => ({ ...mintMessage(facts), ...atPortal(facts, self) }) },
  portal_print: { command: true, facts: atPortal },
  replace_token: { command: false },
  shut_down: { command: true },
  end_token: { command: true },
  renew_token: { command: true },
  // Gateways say so of whoever comes; nobody asks for it.
  show_token: { command: false },
  recover_token: { command: true },
  'token.missed': { command: false, facts: missed },
  admitted: { command: false, facts: itsBalance },
  relocated: { command: false },
  whispered: { command: false },
  written: { command: false },
  paid: { command: false },
  funded: { command: false },
  estate: { command: false },
  vouched: { command: false },
  counted: { command: false },
  rewarded: { command: false },
  'estate.taken': { command: false },
  'estate.settled': { command: false, facts: podsLeft },
  'pods.settled': { command: false, facts: concernedByDeath },
  'death.told': { command: false },
  leaves: { command: false, facts: mentees },
  'archive.done': { command: false },
  'archive.failed': { command: false },
  'archive.due': { command: false, facts: mentees },
  'account.low': { command: false, facts: means },
  'account.dry': { command: false, facts: means },
  'life.warning': { command: false },
  'life.closing': { command: false },
  'upkeep.due': { command: false, facts: lastMeans },
  'life.ends': { command: false, facts: lastMeans },
  'core.ended': { command: false, caller: 'city', facts: lastMeans },
  'core.due': { command: false },
  'core.start.done': { command: false },
  'core.start.failed': { command: false },
  'core.remove.done': { command: false },
  'core.remove.failed': { command: false },
  ...placeCommands,
};
