/** What a resident must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../engine/actor-kind.ts';
import { nameOf } from '../../engine/ids.ts';
import { isoTime } from '../../engine/seal.ts';
import type { Heard } from '../facts.ts';
import { listedMax } from '../formats.ts';
import { indexes } from '../indexes.ts';
import type { EventRules } from '../kind.ts';
import { type FoundForCommands, placeCommands } from '../place/commands.ts';
import { type Destination, placesBehind, wayThrough } from '../place/exits.ts';
import { residentActor } from '../place/names.ts';
import { isInStudy, mayReach } from '../place/terminal.ts';
import { isSeen } from '../place/visibility.ts';
import { type ImageOf, imageOf } from '../registry.ts';
import type { CallGlobalService } from '../service-call/messages.ts';
import type { ResidentContext, ResidentInbox } from './messages.ts';

interface Minted {
  /** The identifier of the message. */
  readonly message: string;
}

/** What its account holds, pays each tick, and left unpaid, in millicredits. */
export interface Means {
  readonly balance: number;
  readonly burn: number;
  readonly owed: number;
}

/** Those of its mentees that have not left the city, as far as lists go. */
export interface Mentees {
  readonly mentees: readonly string[];
}

export interface LastMeans extends Means, Mentees {
  /** Everyone may know of the place where it stands. */
  readonly isSeen: boolean;
}

/** What is known of somebody named as heir. */
export type Heir =
  | { readonly is: 'alive' | 'unknown' }
  | { readonly is: 'dead'; readonly died_at: string; readonly cause: ResidentContext['cause'] };

/** What a resident must know before it calls a global service. */
interface Calling {
  /** The identifier of the call. */
  readonly call: string;
  /** Calls and runs that it has under way. */
  readonly openCalls: number;
  /** What it has, in millicredits. */
  readonly balance: number;
  readonly isAvailable: boolean;
  /** It thinks at home, where there is a study: half the price. */
  readonly isHalved: boolean;
}

interface Found extends FoundForCommands {
  readonly move: { readonly way: Destination | null };
  readonly broadcast: Minted;
  readonly whisper: Minted;
  readonly letter: Minted;
  readonly shout: Minted & { readonly within: readonly string[] };
  readonly bequeath: { readonly heir: Heir };
  readonly call_global_service: Calling;
  readonly leaves: Mentees;
  readonly 'archive.due': Mentees;
  readonly 'account.low': Means;
  readonly 'account.dry': Means;
  readonly 'upkeep.due': LastMeans;
  readonly 'life.ends': LastMeans;
}

export type ResidentEvent = Heard<ResidentInbox, Found>;

/** A shout carries at most to this many places behind the visible exits. */
const shoutPlacesMax = 64;

const mintMessage = (facts: Facts): Minted => ({ message: facts.mint('msg') });

const means = (facts: Facts, { id }: ImageOf<'resident'>): Means => ({
  balance: facts.balance(id),
  burn: facts.burn(id),
  owed: facts.owed(id),
});

const mentees = (facts: Facts, { context }: ImageOf<'resident'>): Mentees => ({
  mentees: facts.members(indexes.mentees, context.id, listedMax).map(nameOf),
});

const lastMeans = (facts: Facts, self: ImageOf<'resident'>): LastMeans => ({
  ...means(facts, self),
  ...mentees(facts, self),
  isSeen: isSeen(facts, self.context.location),
});

const calling = (facts: Facts, { id, context }: ImageOf<'resident'>, said: CallGlobalService): Calling => ({
  call: facts.mint('call'),
  openCalls: facts.count(indexes.openCalls, context.id),
  balance: facts.balance(id),
  isAvailable: mayReach(facts, said.availability, context.location),
  isHalved: said.halfInStudy && isInStudy(facts, context),
});

function heirNamed(facts: Facts, heir: string): Heir {
  const image = imageOf(facts, residentActor(heir));
  if (image === undefined) return { is: 'unknown' };
  if (image.state !== 'dead') return { is: 'alive' };
  const { diedAt, cause } = image.context;
  return { is: 'dead', died_at: isoTime(diedAt ?? 0), cause };
}

export const residentEvents: EventRules<'resident', Found> = {
  move: { command: true, facts: (facts, { context }, { exit }) => ({ way: wayThrough(facts, context, exit) }) },
  broadcast: { command: true, facts: mintMessage },
  whisper: { command: true, facts: mintMessage },
  letter: { command: true, facts: mintMessage },
  shout: {
    command: true,
    facts: (facts, { context }) => ({ ...mintMessage(facts), within: placesBehind(facts, context, shoutPlacesMax) }),
  },
  transfer: { command: true },
  compose: { command: true },
  bequeath: { command: true, facts: (facts, _self, { heir }) => ({ heir: heirNamed(facts, heir) }) },
  call_global_service: { command: true, facts: calling },
  shut_down: { command: true },
  admitted: { command: false },
  relocated: { command: false },
  whispered: { command: false },
  written: { command: false },
  paid: { command: false },
  estate: { command: false },
  'estate.taken': { command: false },
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
  ...placeCommands,
};
