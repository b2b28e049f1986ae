/** What simulated residents have heard of: places, ways and requests that were once there, whether they still are or not. */
import type { FeedEvent } from '../../engine/command.ts';

interface EventJson {
  readonly type: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Way {
  readonly exit: string;
  readonly from: string;
  readonly to: string;
}

/** Lists keep the newest: what is long gone is of no interest to anybody. */
const keptMax = 60;

export class KnownPlaces {
  readonly pods: string[] = [];
  readonly requests: string[] = [];
  readonly ways: Way[] = [];
  /** Rooms, as `<house>/<name>`, and containers, as `<pod>/<name>`. */
  readonly rooms: string[] = [];
  readonly containers: string[] = [];
  readonly souls: string[] = [];
  readonly prints: string[] = [];
  readonly jobs: string[] = [];
  readonly visitors: string[] = [];
  readonly stations: string[] = [];
  #read = 0;

  /** Reads the events that came since. */
  read(events: readonly FeedEvent[]): void {
    for (const { type, json } of events.slice(this.#read))
      if (heeded.has(type)) this.#hear(JSON.parse(json) as EventJson);
    this.#read = events.length;
  }

  /** Whoever asked for it was answered so: who is a visitor now, and which station was opened. */
  answered(type: string, json: string): void {
    const list = { register_visitor: this.visitors, register_station: this.stations }[type];
    if (list !== undefined) note(list, (JSON.parse(json) as { readonly id: string }).id);
  }

  #hear({ type, subject, data }: EventJson): void {
    const { request_id: request, exit_id: exit, from, to } = data as Record<string, string>;
    if (type === 'workshop.created' || type === 'pod.deployed') note(this.pods, subject);
    if (type === 'room.added') note(this.rooms, subject);
    if (type === 'container.started') note(this.containers, subject);
    if (type === 'soul.queued') note(this.souls, subject);
    if (type === 'print.queued') note(this.prints, subject);
    if (type === 'job.posted') note(this.jobs, subject);
    if (request !== undefined && type === 'connection.requested') note(this.requests, request);
    if (exit !== undefined && from !== undefined && to !== undefined && type === 'connection.opened')
      this.ways.push({ exit, from, to });
    if (this.ways.length > keptMax) this.ways.shift();
  }
}

const heeded: ReadonlySet<string> = new Set([
  'workshop.created',
  'pod.deployed',
  'room.added',
  'container.started',
  'connection.requested',
  'connection.opened',
  'soul.queued',
  'print.queued',
  'job.posted',
]);

function note(list: string[], one: string): void {
  if (list.includes(one)) return;
  list.push(one);
  if (list.length > keptMax) list.shift();
}
