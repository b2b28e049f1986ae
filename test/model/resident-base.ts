/** A resident on its walk: its life, where in its chart it is, and what it has and where it goes. */

import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { connectionActor, placeActor } from '../../actors/rules/place/names.ts';
import { present, rules } from './facts.ts';
import type { Situation, Variants } from './kind-model.ts';
import type { Resident, Stage } from './stage.ts';

/** Credits: more than the alert's runway for as long as a walk passes ticks. */
export const credits = 20;
export const lifespan = 8;
/** Whole credits at or below which a resident of burn 1 hears `account.low`. */
export const alert = rules['CREDIT_ALERT_TICKS'] ?? 0;
export const shoutPrice = (rules['SHOUT_PRICE'] ?? 0) / 1000;

export interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly self: Resident;
  /** Rich, long-lived, and leaves everything to `self`. */
  readonly friend: Resident;
  readonly bornTick: number;
  /** The real names of places and exits that have others in the model. */
  readonly names: Map<string, string>;
  /** Millicredits a tick. */
  burn: number;
}

export type At = Situation<ResidentContext>;

export const minted = { ...present, message: 'msg_1' };
export const burn = 1000;
/** `owed`: millicredits that a dry tick left unpaid. */
export const means = (balance: number, owed = 0) => ({ ...present, balance, burn, owed });
export const lastMeans = (balance: number, owed = 0) => ({
  ...means(balance, owed),
  mentees: [],
});

/** Its estate is settled, and then its death is published. */
export const deathTold = [
  { type: 'estate.settled', facts: { ...present, pods: [] } },
  { type: 'pods.settled', facts: { ...present, mentees: [], children: [], isSeen: true } },
] as const;

/** The same of a resident born of a soul, which hears of the death next. */
export const deathToldToSoul = [...deathTold, { type: 'death.told', facts: present }] as const;

export const lives = ({ state }: At) => state !== 'dead';
export const isAlive = ({ state }: At) => state.startsWith('alive');
export const isActive = ({ state }: At) => state === 'alive.active';
export const isWarned = ({ state }: At) => state === 'alive.warned';
export const isDying = ({ state }: At) => state.startsWith('dying');
export const isHome = ({ context }: At) => context.location === context.home;
export const all =
  (...conditions: readonly ((at: At) => boolean)[]) =>
  (at: At) =>
    conditions.every((holds) => holds(at));
export const not = (condition: (at: At) => boolean) => (at: At) => !condition(at);
export const isOut = not(isHome);
export const hasHeir = ({ context }: At) => context.heir !== null;
export const hasNoHeir = not(hasHeir);
/** A resident in a core container; all of these have an endowment. */
export const isInCore = ({ context }: At) => context.origin?.core === true;
/** What a resident asks of others goes the same way in all of its life: walked at its birth, and once outside. */
export const isNewborn = all(isActive, isHome, ({ context }) => context.heir === null);
export const isOutside = all(isActive, isOut, ({ context }) => context.heir === null);

export type Said<Type extends ResidentEvent['type']> = Extract<ResidentEvent, { type: Type }>;

/** Asks to leave by an exit; by a connection when its exit has an identifier of its own. */
export function leaves(exit: string, place: string): Said<'move'> {
  const asks = exit.startsWith('exit_')
    ? ({ known: true, asks: connectionActor('way') } as const)
    : ({ known: false, asks: placeActor(place) } as const);
  return { type: 'move', exit, max_toll: null, facts: { ...present, way: { place, visible: true, ...asks } } };
}

function admitted(exit: string, place: string, toll: number): Said<'admitted'> {
  const known = exit.startsWith('exit_');
  return { type: 'admitted', place, exit, visible: true, known, toll, facts: { ...present, balance: 0 } };
}

export const goes = (exit: string, place: string, toll = 0): readonly ResidentEvent[] => [
  leaves(exit, place),
  admitted(exit, place, toll),
];

/** Gives credits, out of `balance`. */
export const gives = (to: string, amount: number, balance = 1_000_000): ResidentEvent => ({
  type: 'transfer',
  ...{ to, amount },
  facts: { ...present, balance },
});

/** Something that is counted of it has happened once more. */
export const counted = (deed: Said<'counted'>['deed'], more?: number): ResidentEvent => ({
  type: 'counted',
  deed,
  ...(more !== undefined && { more }),
  facts: present,
});

/** Enough to speak with, given by the friend where it lacks. */
export async function afford({ self, friend }: Life): Promise<void> {
  if ((await self.balance()) < 2 * shoutPrice) await friend.pay(self, 2 * shoutPrice);
}

/** Brings the balance to exactly this amount: the friend gives what lacks or takes what is over. */
export async function hold({ self, friend }: Life, amount: number): Promise<void> {
  const over = (await self.balance()) - amount;
  if (over > 0) await self.pay(friend, over);
  if (over < 0) await friend.pay(self, -over);
}

/** Millicredits that the tick after `drain` leaves unpaid. */
export const loan = 500;

/** Leaves so little that the next tick cannot be paid in full. */
export const drain = (life: Life) => hold(life, 0.5);

export const diesTick = ({ bornTick }: Life) => bornTick + lifespan;

export type ResidentVariants = Variants<Life, ResidentEvent, ResidentContext>;
