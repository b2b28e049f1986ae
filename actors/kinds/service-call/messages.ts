/** What a call of a global service begins with, keeps and hears; what a resident says to begin one. Types only. */
import type { EndsOf, ServiceRequest } from '../../effects.ts';
import type { Availability } from '../../rules/place/availability.ts';

/** A priced call. The service's own input is not part of it. */
export type CallGlobalService = ServiceRequest & {
  /** The most that it can cost, in millicredits, before the discount of a study. */
  readonly hold: number;
  /** A caller at home, where there is a study, pays half. */
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

/** The bill of the call, for its caller, in credits. */
export type BillShown = { readonly id: string; readonly charged: number; readonly balance: number };

export type ServiceCallInbox = EndsOf<'service'>;
