/**
 * What a resident can be told to do, what it hears from others and from the city, and the facts that each needs (T6).
 * Amounts are millicredits, durations ticks. Gateways parse and bound every text before it gets here.
 */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import { type ContentHash, nameOf } from '../../engine/ids.ts';
import { isoTime } from '../../engine/seal.ts';
import type { Present, With } from '../facts.ts';
import { listedMax } from '../formats.ts';
import { type Going, placesBehind, type Standing, wayThrough } from '../place/exits.ts';
import { residentActor } from '../place/names.ts';
import { isSeen } from '../place/visibility.ts';
import { type Errand, type ErrandCommand, errandEvents } from './errands.ts';

/** What a resident is born with. */
export interface ResidentInput {
  readonly id: string;
  readonly name: string;
  readonly framework: string;
  readonly soul: ContentHash;
  readonly token: string;
  readonly mentor: string | null;
  readonly generation: number;
  readonly credits: number;
  readonly lifespan: number;
  readonly facts: Present;
}

/** Sent by the resident itself, through a gateway. */
export type ResidentCommand =
  | { readonly type: 'move'; readonly exit: string; readonly max_toll: number | null }
  | { readonly type: 'broadcast'; readonly text: string }
  | { readonly type: 'whisper'; readonly to: string; readonly text: string }
  | { readonly type: 'shout'; readonly text: string }
  | { readonly type: 'letter'; readonly to: string; readonly text: string }
  | { readonly type: 'transfer'; readonly to: string; readonly amount: number }
  | { readonly type: 'compose'; readonly title: string; readonly content: string }
  | { readonly type: 'bequeath'; readonly heir: string }
  | { readonly type: 'shut_down' }
  | ErrandCommand;

type Facing<T, Type extends string, Extra = object> = Extract<T, { type: Type }> & With<Extra>;
type Minted = { readonly message: string };

export type ResidentEvent =
  | Facing<ResidentCommand, 'transfer' | 'compose' | 'shut_down'>
  | Facing<ResidentCommand, 'move', { readonly way: Going | null }>
  | (ErrandCommand & With<Errand>)
  | Facing<ResidentCommand, 'broadcast' | 'whisper' | 'letter', Minted>
  | Facing<ResidentCommand, 'shout', Minted & { readonly within: readonly string[] }>
  | Facing<ResidentCommand, 'bequeath', { readonly heir: Heir }>
  | ({
      readonly type: 'admitted';
      readonly place: string;
      readonly exit: string;
      /** True when everyone could see where it went. */
      readonly visible: boolean;
      /** True for the exit of a connection, which it now knows. */
      readonly known: boolean;
      readonly toll: number;
    } & With)
  | ({ readonly type: 'relocated'; readonly place: string } & With)
  | ({
      readonly type: 'whispered';
      readonly from: string;
      readonly place: string;
      readonly text: string;
      readonly message: string;
    } & With)
  | ({ readonly type: 'written'; readonly from: string; readonly text: string; readonly message: string } & With)
  | ({ readonly type: 'paid'; readonly from: string; readonly amount: number } & With)
  | ({ readonly type: 'estate'; readonly from: string; readonly amount: number } & With)
  | ({ readonly type: 'estate.taken'; readonly by: string } & With)
  | ({ readonly type: 'leaves' } & With<{ readonly mentees: readonly string[] }>)
  | ({ readonly type: 'account.low' | 'account.dry' } & With<Means>)
  | ({ readonly type: 'life.warning' | 'life.closing' } & With)
  | ({ readonly type: 'upkeep.due' | 'life.ends' } & With<LastMeans>);

/** What the resident's account shows, pays each tick, and owes of ticks that it could not pay in full. */
export interface Means {
  readonly balance: number;
  readonly burn: number;
  readonly owed: number;
}

/** The same, where it may die of it. */
export interface LastMeans extends Means {
  /** Everyone may know of the place where it stands. */
  readonly isSeen: boolean;
}

/** What is known of somebody named as heir. */
export type Heir =
  | { readonly is: 'alive' | 'unknown' }
  | { readonly is: 'dead'; readonly died_at: string; readonly cause: unknown };

/** A shout carries at most to this many places behind the visible exits. */
const shoutPlacesMax = 64;

const mintMessage = (facts: Facts): Minted => ({ message: facts.mint('msg') });

const means = (facts: Facts, self: Image): Means => ({
  balance: facts.balance(self.id),
  burn: facts.burn(self.id),
  owed: facts.owed(self.id),
});

const lastMeans = (facts: Facts, self: Image): LastMeans => ({
  ...means(facts, self),
  isSeen: isSeen(facts, standingOf(self).location),
});

const standingOf = (self: Image): Standing => self.context as unknown as Standing;

const wayOf = (facts: Facts, self: Image, exit: string): Going | null => wayThrough(facts, standingOf(self), exit);

function heirNamed(facts: Facts, heir: unknown): Heir {
  const image = facts.image(residentActor(String(heir)));
  if (image === undefined) return { is: 'unknown' };
  if (image.state !== 'dead') return { is: 'alive' };
  return { is: 'dead', died_at: isoTime(Number(image.context['diedAt'])), cause: image.context['cause'] };
}

export const residentEvents: Readonly<Record<ResidentEvent['type'], EventRule>> = {
  move: { command: true, facts: (facts, self, event) => ({ way: wayOf(facts, self, String(event['exit'])) }) },
  broadcast: { command: true, facts: mintMessage },
  whisper: { command: true, facts: mintMessage },
  letter: { command: true, facts: mintMessage },
  shout: {
    command: true,
    facts: (facts, self) => ({ ...mintMessage(facts), within: placesBehind(facts, standingOf(self), shoutPlacesMax) }),
  },
  transfer: { command: true },
  compose: { command: true },
  bequeath: { command: true, facts: (facts, _self, event) => ({ heir: heirNamed(facts, event['heir']) }) },
  shut_down: { command: true },
  admitted: { command: false },
  relocated: { command: false },
  whispered: { command: false },
  written: { command: false },
  paid: { command: false },
  estate: { command: false },
  'estate.taken': { command: false },
  leaves: {
    command: false,
    facts: (facts, self) => ({ mentees: facts.members('mentees', String(self.context['id']), listedMax).map(nameOf) }),
  },
  'account.low': { command: false, facts: means },
  'account.dry': { command: false, facts: means },
  'life.warning': { command: false },
  'life.closing': { command: false },
  'upkeep.due': { command: false, facts: lastMeans },
  'life.ends': { command: false, facts: lastMeans },
  ...errandEvents,
};
