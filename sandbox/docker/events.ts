/**
 * One stream of Docker's events for all containers of the city. It tells which ran out of memory, which no exit code
 * does; and it is how the city notices that Docker was away: it comes back with backoff, and says so.
 */
import type { Readable } from 'node:stream';
import type Docker from 'dockerode';
import type { Log } from '../../engine/ports.ts';
import { withDeadline, wordsOf } from './calls.ts';
import { labels } from './labels.ts';

const openMsMax = 5_000;
const backoffMsMin = 250;
const backoffMsMax = 5_000;
/** Containers whose end is remembered, and bytes of an event, which has labels in it. */
const rememberedMax = 1_000;
const eventBytesMax = 65_536;

export class Events {
  readonly #docker: Docker;
  readonly #city: string;
  readonly #log: Log;
  readonly #onBack: () => void;
  readonly #starved = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #stream: Readable | undefined;
  #retry: NodeJS.Timeout | undefined;
  #backoffMs = backoffMsMin;
  #closed = false;

  /** `onBack` is called whenever the stream was opened, the first time included: events may have been missed before. */
  constructor(docker: Docker, city: string, log: Log, onBack: () => void) {
    this.#docker = docker;
    this.#city = city;
    this.#log = log;
    this.#onBack = onBack;
  }

  async open(): Promise<void> {
    if (this.#closed) return;
    try {
      const label = [`${labels.city}=${this.#city}`];
      const filters: Docker.GetEventsOptions['filters'] = { type: ['container'], event: ['oom'], label };
      const ask = (abortSignal: AbortSignal) => this.#docker.getEvents({ filters, abortSignal });
      this.#listen((await withDeadline('events', openMsMax, ask)) as Readable);
    } catch (error) {
      this.#away(wordsOf(error));
    }
  }

  /** Whether the container has run out of memory, as far as is known within `msMax`. */
  async starved(id: string, msMax: number): Promise<boolean> {
    if (this.#starved.has(id)) return true;
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (this.#starved.has(id)) done();
      };
      const timer = setTimeout(() => done(), msMax);
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
    return this.#starved.has(id);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#stream?.destroy();
  }

  #listen(stream: Readable): void {
    if (this.#closed) return void stream.destroy();
    this.#stream = stream;
    this.#backoffMs = backoffMsMin;
    let rest = '';
    stream.on('data', (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
      rest = (lines.pop() ?? '').slice(0, eventBytesMax);
      for (const line of lines) this.#hear(line);
    });
    const away = (): void => this.#away('the stream of events has ended');
    stream.once('close', away);
    stream.on('error', () => stream.destroy());
    stream.on('end', () => stream.destroy());
    this.#onBack();
  }

  #hear(line: string): void {
    const id = containerIn(line);
    if (id === undefined) return;
    this.#starved.add(id);
    for (const oldest of this.#starved) {
      if (this.#starved.size <= rememberedMax) break;
      this.#starved.delete(oldest);
    }
    for (const check of [...this.#waiting]) check();
  }

  #away(why: string): void {
    if (this.#closed) return;
    this.#log.warn({ why, againInMs: this.#backoffMs }, 'docker is away');
    this.#retry = setTimeout(() => void this.open(), this.#backoffMs);
    this.#retry.unref();
    this.#backoffMs = Math.min(2 * this.#backoffMs, backoffMsMax);
  }
}

function containerIn(line: string): string | undefined {
  try {
    const event: unknown = JSON.parse(line);
    return (event as { readonly Actor?: { readonly ID?: string } } | null)?.Actor?.ID;
  } catch {
    return undefined;
  }
}
