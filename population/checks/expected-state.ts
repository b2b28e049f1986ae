/**
 * What builders share: the book of what they built, the news that it makes, who earns from it, and how much was done. Listener write into
 * it what they hear of it, acts what was answered.
 */
import { isDeepStrictEqual } from 'node:util';
import { roomUpkeep } from '../acts/prices.ts';
import { type CityEvent, type Fields, fieldsOf, milli, textOf } from '../client/wire.ts';
import { type Link, type Pod, Pods } from './expected-buildings.ts';
import { News, newsKey } from './expected-events.ts';
import type { Findings } from './findings.ts';
import { Upkeep } from './upkeep.ts';

export const workNames = [
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
  'starved',
  'without sandbox',
] as const;
export type WorkName = (typeof workNames)[number];

/** Events of builders' acts, by what tells one from another besides the type. */
const keyed: Readonly<Record<string, (event: CityEvent) => readonly string[]>> = {
  'workshop.created': ({ subject }) => [subject],
  'pod.deployed': ({ subject }) => [subject],
  'pool.funded': ({ subject, actor }) => [subject, actor],
  'service.called': ({ subject, actor, data }) => [subject, actor, textOf(data['outcome'])],
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
};

type Ends = Pick<Link, 'requester' | 'from' | 'to'>;

/** A resident of the population, as the books need it. */
export interface Member {
  readonly id: string;
  readonly place: string | null;
  readonly journeys: number;
  charged: number;
  unpriced: number;
  readonly at: { readonly listener: { readonly ticks: number } };
}

export class Works {
  readonly pods = new Pods();
  readonly news: News;
  readonly findings: Findings;
  readonly counts = new Map<WorkName, number>();
  readonly residents = new Map<string, Member>();
  /** Others who were met: what they paid is not known. */
  readonly strangers = new Set<string>();
  /** Millicredits that residents got from what others paid their pods. */
  readonly #earned = new Map<string, number>();
  readonly #upkeeps = new Map<string, Upkeep>();
  /** Heard of requests before the requester had its answer. */
  readonly #early = new Map<string, CityEvent[]>();
  /** Connections that were heard to open, by request. No answer names what funding bought. */
  readonly #opened = new Map<string, Ends>();

  constructor(findings: Findings) {
    this.findings = findings;
    this.news = new News(findings);
  }

  join(resident: Member, burn: number): void {
    this.residents.set(resident.id, resident);
    this.#upkeeps.set(resident.id, new Upkeep(burn, resident.at.listener.ticks));
  }

  count(name: WorkName, times = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  upkeepOf(resident: string): Upkeep | undefined {
    return this.#upkeeps.get(resident);
  }

  earned(resident: string): number {
    return this.#earned.get(resident) ?? 0;
  }

  /** A pod was paid: those who share get their part, rounded down, the rest stays. */
  pay(pod: { income: number; readonly split: readonly (readonly [string, number])[] }, amount: number): void {
    pod.income += amount;
    for (const [payee, fraction] of pod.split) {
      const part = Math.floor(amount * fraction);
      pod.income -= part;
      this.#earned.set(payee, this.earned(payee) + part);
    }
  }

  /** The payment of a pod has an unknown outcome, and so have the shares in it. */
  losePrice(pod: { unpriced: number; readonly split: readonly (readonly [string, number])[] }): void {
    pod.unpriced++;
    for (const [payee] of pod.split) {
      const resident = this.residents.get(payee);
      if (resident !== undefined) resident.unpriced++;
    }
  }

  /** Every field of `expected` must be in the answer just so. */
  expect(what: string, body: Fields, expected: Fields): void {
    for (const [field, value] of Object.entries(expected)) {
      if (isDeepStrictEqual(body[field], value)) continue;
      const got = () => `${what}: "${field}" is ${JSON.stringify(body[field])}, not ${JSON.stringify(value)}`;
      this.findings.add('answer_differs', got);
    }
  }

  /** `listener` hears something. */
  hear(listener: string, event: CityEvent): void {
    const { type, actor } = event;
    if (type === 'resident.arrived' && !this.residents.has(actor)) this.strangers.add(actor);
    const parts = keyed[type];
    // To who stands at the far end of a one-way it is told apart, and holds less.
    if (parts === undefined || (type === 'connection.opened' && event.data['exit_id'] === undefined)) return;
    const isForeign = actor !== '' && !this.residents.has(actor);
    if (isForeign) this.#hearStranger(listener, event);
    else this.news.hear(listener, newsKey(type, ...parts(event)), actor === '' ? null : actor);
    if (type.startsWith('room.') && listener === actor) this.#furnish(event);
    if (type.startsWith('connection.')) this.#follow(listener, event);
    if (type !== 'connection.opened') return;
    const { request_id, from, to } = event.data;
    this.#opened.set(textOf(request_id), { requester: actor, from: textOf(from), to: textOf(to) });
  }

  /** The pod has ended: it ran dry. What led to it is closed, requests for it are cancelled and their fees returned. */
  endPod(pod: Pod): void {
    if (pod.phase === 'ended') return;
    pod.phase = 'ended';
    this.count('starved');
    for (const link of this.pods.linksAt(pod.id)) {
      this.close(link);
      this.allowClosing(link);
    }
  }

  /** The connection may close by itself, for an end of it has ended. */
  allowClosing(link: Link): void {
    const hearers = [...this.pods.concerned(link), ...this.pods.buyersOf(link.to)];
    this.news.allow(newsKey('connection.closed', link.request), hearers);
  }

  /** The place has ended, and every connection that was heard to open there has closed with it. */
  allowClosings(place: string): void {
    for (const [request, ends] of this.#opened) {
      if (ends.from !== place && ends.to !== place) continue;
      const hearers = [...this.pods.concerned(ends), ...this.pods.buyersOf(ends.to)];
      this.news.allow(newsKey('connection.closed', request), hearers);
    }
  }

  /** Adds a request that was answered, and what was heard of it meanwhile. */
  addRequest(link: Link): void {
    this.pods.addLink(link);
    for (const event of this.#early.get(link.request) ?? []) this.#follow(link.requester, event);
    this.#early.delete(link.request);
  }

  /** The connection leads somewhere now; or is reserved for a workshop. */
  open(link: Link): void {
    if (link.state === 'pending') link.state = 'open';
    this.pods.changed(link);
  }

  close(link: Link): void {
    link.state = 'over';
    this.pods.changed(link);
  }

  /** What the requester hears decides: its stream is in order. */
  #follow(listener: string, event: CityEvent): void {
    const id = textOf(event.data['request_id']);
    const link = this.pods.request(id);
    if (link === undefined) {
      if (event.type !== 'connection.requested') this.#early.set(id, [...(this.#early.get(id) ?? []), event]);
      return;
    }
    if (listener !== link.requester) return;
    if (event.type === 'connection.approved') this.open(link);
    const isRefused = event.type === 'connection.rejected' || event.type === 'connection.expired';
    if (isRefused && link.state === 'pending') this.refund(link);
    if (isRefused || event.type === 'connection.closed') this.close(link);
  }

  /** The fee came back. */
  refund(link: Link): void {
    const requester = this.residents.get(link.requester);
    if (requester !== undefined) requester.charged -= link.fee;
    this.close(link);
  }

  /** A room of the listener's begins or ends, and its upkeep with it. */
  #furnish({ type, actor, data }: CityEvent): void {
    const upkeep = roomUpkeep.get(textOf(data['purpose'])) ?? Number.NaN;
    const ticks = this.residents.get(actor)?.at.listener.ticks ?? 0;
    if (type === 'room.added') this.#upkeeps.get(actor)?.change(upkeep, ticks);
    if (type === 'room.removed') this.#upkeeps.get(actor)?.change(-upkeep, ticks);
  }

  /** What somebody else did to a pod of ours, as its owner hears of it. */
  #hearStranger(listener: string, { type, subject, data }: CityEvent): void {
    const pod = this.pods.pod(subject);
    if (pod === undefined || listener !== pod.owner) return;
    if (type === 'service.called') {
      pod.counts.unknown++;
      this.pay(pod, milli(fieldsOf(data)['charged']) || 0);
    }
    if (type === 'pool.funded') pod.income += milli(data['amount']) || 0;
  }
}
