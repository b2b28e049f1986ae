/**
 * What the Commons and houses begin with, keep and hear: who wants to enter, what is to be built in them, what their owner went
 * through, and, at the Commons, the operator founding residents and visitors coming to the city. Types only.
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
  /** Containers of residents can run in this city. Unset until the city is told. */
  readonly runsContainers?: boolean;
  /** How many souls the city has put into the queue; none when absent (SO9). */
  readonly sown?: number;
};

export type HouseContext = HouseInput;
export type LocationContext = CommonsContext | HouseContext;

/** What the Commons hears, besides what residents ask of it (`place/command-messages.ts`). */
export type CommonsInbox = {
  /** The operator brings a resident into the city without a mentor; credits in millicredits, lifespan in ticks. */
  readonly found: {
    readonly name: string;
    readonly framework: string;
    readonly soul: ContentHash;
    /** The schema that the soul was held to. */
    readonly schema: ContentHash;
    readonly token: string;
    readonly credits: number | null;
    readonly lifespan: number | null;
  };
  /** Somebody has an account at the gateway, and becomes a visitor of the city. */
  readonly register_visitor: Omit<VisitorInput, 'id'>;
  /** The operator connects a place with one in the world outside. */
  readonly register_station: RegisterStation;
  /** The operator brings a framework into the city. */
  readonly publish_framework: FrameworkInput;
  /** Told by whoever runs containers, whenever that has changed: whether residents can live in them here. The city alone says so (S3). */
  readonly 'containers.available': { readonly isAvailable: boolean };
  /** A tick has come: the city looks whether it can pay for work. */
  readonly 'works.due': object;
  /**
   * A tick has come: the city's own soul number `nth`, counted from 0, is put into the queue if nobody is in it, and none of the `waiting`
   * residents is without a mind. The city alone says so (S3).
   */
  readonly 'soul.due': Omit<CreateSoul, 'livedBy'> & {
    readonly nth: number;
    /** How many more residents minds of the city can live, below zero by those who wait for one; and how many in all. */
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
