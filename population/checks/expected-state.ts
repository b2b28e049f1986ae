/**
 * The state that the city must have, as far as it follows from acknowledged acts: buildings, the events that must be heard of them, who
 * earns from them; and how often each act was done. Acts note answers in it, listeners note events, checks read it and note what has
 * ended.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CityEvent } from '../../client/events.ts';
import { fieldsOf, milli, textOf } from '../../client/wire.ts';
import { roomUpkeep } from '../acts/prices.ts';
import { ExpectedBuildings, type ExpectedPod } from './expected-buildings.ts';
import { ExpectedConnections } from './expected-connections.ts';
import { ExpectedEvents, eventKey } from './expected-events.ts';
import { ExpectedJobs } from './expected-jobs-and-vouches.ts';
import { ExpectedPrints } from './expected-prints.ts';
import { ExpectedBirths } from './expected-souls-and-births.ts';
import type { Findings } from './findings.ts';
import { Upkeep } from './upkeep.ts';

const countedActs = [
  'workshops',
  'rooms',
  'writes',
  'runs',
  'deploys',
  'raises',
  'calls',
  'failed calls',
  'entries',
  'tolls',
  'fundings',
  'reconnections',
  'requests',
  'approved',
  'rejected',
  'updates',
  'closings',
  'invitations',
  'guests',
  'probes',
  'jobs',
  'claims',
  'jobs done',
  'work rejected',
  'vouches',
  'portal messages',
  'prints',
  'visitor broadcasts',
  'souls',
  'souls taken back',
  'adoptions',
  'tokens replaced',
  'newcomers',
  'notices',
  'starved',
  'without sandbox',
] as const;
export type CountedAct = (typeof countedActs)[number];

/** The key of each event of builders' acts, besides its type. */
const eventKeyParts: Readonly<Record<string, (event: CityEvent) => readonly string[]>> = {
  'workshop.created': ({ subject }) => [subject],
  'pod.deployed': ({ subject }) => [subject],
  'pool.funded': ({ subject, actor }) => [subject, actor],
  'service.called': ({ subject, actor, data }) => [subject, actor, textOf(data.outcome)],
  'connection.requested': ({ subject }) => [subject],
  'connection.approved': ({ subject }) => [subject],
  'connection.rejected': ({ subject }) => [subject],
  'connection.expired': ({ subject }) => [subject],
  'connection.opened': ({ subject }) => [subject],
  'connection.closed': ({ subject }) => [subject],
  'room.added': ({ subject }) => [subject],
  'room.removed': ({ subject }) => [subject],
  'room.invited': ({ subject }) => [subject],
  'room.revoked': ({ subject }) => [subject],
  'resident.vouched': ({ actor, subject }) => [actor, subject],
  'portal.message': ({ data }) => [textOf(data.id)],
  'print.queued': ({ subject }) => [subject],
  'portal.printed': ({ subject }) => [subject],
};

/** A resident of the population, as far as the expected state follows it. */
export interface PopulationMember {
  readonly id: string;
  readonly place: string | null;
  readonly journeys: number;
  charged: number;
  unpriced: number;
  readonly context: { readonly listener: { readonly ticks: number } };
}

export class ExpectedState {
  readonly buildings = new ExpectedBuildings();
  readonly events: ExpectedEvents;
  readonly births: ExpectedBirths;
  readonly jobs: ExpectedJobs;
  readonly prints: ExpectedPrints;
  readonly connections: ExpectedConnections;
  /** True while a portal station is open at the Commons. */
  hasPortal = false;
  /** Prints that residents have asked for, whatever their outcome. */
  printsBegun = 0;
  readonly findings: Findings;
  readonly actCounts = new Map<CountedAct, number>();
  readonly residents = new Map<string, PopulationMember>();
  /** Residents outside of this run, whose payments are not known. */
  readonly strangers = new Set<string>();
  /** Millicredits that residents got as shares of what others paid their pods. */
  readonly #earned = new Map<string, number>();
  readonly #upkeeps = new Map<string, Upkeep>();

  constructor(findings: Findings) {
    this.findings = findings;
    this.events = new ExpectedEvents(findings);
    this.births = new ExpectedBirths(findings);
    this.jobs = new ExpectedJobs(findings, this.events);
    this.prints = new ExpectedPrints(findings, this.events, (id) => this.residents.get(id));
    this.connections = new ExpectedConnections(this.buildings, this.events, (id) => this.residents.get(id));
  }

  addResident(resident: PopulationMember, burn: number): void {
    this.residents.set(resident.id, resident);
    this.#upkeeps.set(resident.id, new Upkeep(burn, resident.context.listener.ticks));
  }

  countAct(name: CountedAct, times = 1): void {
    this.actCounts.set(name, (this.actCounts.get(name) ?? 0) + times);
  }

  upkeepOf(resident: string): Upkeep | undefined {
    return this.#upkeeps.get(resident);
  }

  sharesEarned(resident: string): number {
    return this.#earned.get(resident) ?? 0;
  }

  /** A payment to a pod: those who share get their part, rounded down; the rest goes to the pool. */
  addPodIncome(pod: { income: number; readonly split: readonly (readonly [string, number])[] }, amount: number): void {
    pod.income += amount;
    for (const [payee, fraction] of pod.split) {
      const part = Math.floor(amount * fraction);
      pod.income -= part;
      this.#earned.set(payee, this.sharesEarned(payee) + part);
    }
  }

  /** A payment to a pod without a known outcome, and so of the shares in it. */
  noteUnknownPayment(pod: { unpriced: number; readonly split: readonly (readonly [string, number])[] }): void {
    pod.unpriced++;
    for (const [payee] of pod.split) {
      const resident = this.residents.get(payee);
      if (resident !== undefined) resident.unpriced++;
    }
  }

  /** Every field of `expected` must be in the answer with the same value. */
  checkAnswer<Answer extends object = never>(
    what: string,
    answer: unknown,
    expected: { readonly [Name in keyof Answer]?: NoInfer<Answer>[Name] },
  ): void {
    const body = fieldsOf(answer);
    for (const [field, value] of Object.entries(expected)) {
      if (isDeepStrictEqual(body[field], value)) continue;
      const got = () => `${what}: "${field}" is ${JSON.stringify(body[field])}, not ${JSON.stringify(value)}`;
      this.findings.add('answer_differs', got);
    }
  }

  /** `listener` hears something. */
  hearEvent(listener: string, event: CityEvent): void {
    const { type, actor } = event;
    if (type === 'resident.arrived' && !this.residents.has(actor)) this.strangers.add(actor);
    this.jobs.hear(listener, event);
    this.prints.hear(listener, event);
    const parts = eventKeyParts[type];
    // At the far end of a one-way connection the event comes apart, with fewer fields.
    if (parts === undefined || (type === 'connection.opened' && event.data.exit_id === undefined)) return;
    const isForeign = actor !== '' && !this.residents.has(actor);
    if (isForeign) this.#hearStranger(listener, event);
    else this.events.noteHeard(listener, eventKey(type, ...parts(event)), actor === '' ? null : actor);
    if (type.startsWith('room.') && listener === actor) this.#changeRoomUpkeep(event);
    if (type.startsWith('connection.')) this.connections.hear(listener, event);
  }

  /** The pod has run dry and ended. Connections to it are closed, requests for it are cancelled and their fees refunded. */
  notePodEnded(pod: ExpectedPod): void {
    if (pod.phase === 'ended') return;
    pod.phase = 'ended';
    this.countAct('starved');
    for (const link of this.buildings.connectionsAt(pod.id)) {
      this.connections.noteClosed(link);
      this.connections.allowClosing(link);
    }
  }

  /** A room of the listener begins or ends, and its upkeep with it. */
  #changeRoomUpkeep({ type, actor, data }: CityEvent): void {
    const upkeep = roomUpkeep.get(textOf(data.purpose)) ?? Number.NaN;
    const ticks = this.residents.get(actor)?.context.listener.ticks ?? 0;
    if (type === 'room.added') this.#upkeeps.get(actor)?.change(upkeep, ticks);
    if (type === 'room.removed') this.#upkeeps.get(actor)?.change(-upkeep, ticks);
  }

  /** An act of a stranger on a pod of the population, as its owner hears of it. */
  #hearStranger(listener: string, { type, subject, data }: CityEvent): void {
    const pod = this.buildings.pod(subject);
    if (pod === undefined || listener !== pod.owner) return;
    if (type === 'service.called') {
      pod.callCounts.unknown++;
      this.addPodIncome(pod, milli(fieldsOf(data)['charged']) || 0);
    }
    if (type === 'pool.funded') pod.income += milli(data.amount) || 0;
  }
}
