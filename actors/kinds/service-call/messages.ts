/** What a call of a global service begins with, keeps and hears; what a resident says to begin one. Types only. */
import type { EndsOf, ServiceRequest } from '../../effects.ts';
import type { Availability } from '../../rules/place/availability.ts';

/** What a resident is charged for besides the work itself. */
export type CallGlobalService = ServiceRequest & {
  /** The most that it can cost, in millicredits, before the discount of a study. */
  readonly hold: number;
  /** Half of it for who is at home, where there is a study. */
  readonly halfInStudy: boolean;
  readonly availability: Availability;
};

export type ServiceCallInput = ServiceRequest & {
  readonly id: string;
  readonly caller: string;
  /** In escrow until it ends, in millicredits (L5). */
  readonly held: number;
  readonly isHalved: boolean;
};

export type ServiceCallContext = Omit<ServiceCallInput, 'reference'>;

/** What it has cost, for who made it, in credits. */
export type BillShown = { readonly id: string; readonly charged: number; readonly balance: number };

export type ServiceCallInbox = EndsOf<'service'>;
