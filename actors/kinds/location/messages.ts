/**
 * What the Commons and houses begin with, keep and hear: who wants to enter, what is to be built in them, what happened to the owner of a
 * house, and, at the Commons, founding by the operator and the registration of visitors. Types only.
 */
import type { ContentHash } from '../../../engine/ids.ts';
import type { Enter } from '../../rules/place/messages.ts';
import type { FrameworkInput } from '../framework/messages.ts';
import type { RegisterStation } from '../portal-station/messages.ts';
import type { CreateSoul } from '../soul/messages.ts';
import type { VisitorInput } from '../visitor/messages.ts';

export type CommonsInput = {
  readonly id: string;
  readonly kind: 'commons';
  readonly name: string;
  readonly owner: null;
};

export type HouseInput = {
  readonly id: string;
  readonly kind: 'house';
  readonly name: string;
  readonly owner: string;
};

export type LocationInput = CommonsInput | HouseInput;

export type CommonsContext = CommonsInput & {
  /** True when containers of residents can run in this city. Unset until the city knows. */
  readonly runsContainers?: boolean;
  /** How many souls the city has put into the queue; none when absent (SO9). */
  readonly sown?: number;
};

export type HouseContext = HouseInput;
export type LocationContext = CommonsContext | HouseContext;

/** What the Commons hears, besides what residents ask of it (`place/command-messages.ts`). */
export type CommonsInbox = {
  /** The operator founds a resident, without a mentor. Credits in millicredits, lifespan in ticks. */
  readonly found: {
    readonly name: string;
    readonly framework: string;
    readonly soul: ContentHash;
    /** The schema that the soul was checked against. */
    readonly schema: ContentHash;
    readonly token: string;
    readonly credits: number | null;
    readonly lifespan: number | null;
  };
  /** A person with an account at the gateway becomes a visitor of the city. */
  readonly register_visitor: Omit<VisitorInput, 'id'>;
  /** The operator connects a place with one in the world outside. */
  readonly register_station: RegisterStation;
  /** The operator brings a framework into the city. */
  readonly publish_framework: FrameworkInput;
  /** Sent by the keeper of core containers when it changes whether residents can live in containers here. Only the city can say so (S3). */
  readonly 'containers.available': { readonly isAvailable: boolean };
  /** At each tick: the city checks whether it can pay for public works. */
  readonly 'works.due': object;
  /**
   * At each tick: the city's own soul number `nth`, counted from 0, goes into the queue if that is empty and none of the `waiting`
   * residents lacks a mind. Only the city can say so (S3).
   */
  readonly 'soul.due': Omit<CreateSoul, 'livedBy'> & {
    readonly nth: number;
    /** How many more residents minds of the city can live (negative: so many wait for one), and how many in all. */
    readonly mindsFree: number;
    readonly mindsMax: number;
  };
  readonly enter: Enter;
};

/** What a house hears, besides what residents ask of it. */
export type HouseInbox = {
  readonly enter: Enter;
  readonly 'owner.died': object;
  readonly 'ruin.decays': object;
};

export type LocationInbox = CommonsInbox & HouseInbox;
