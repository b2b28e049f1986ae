/**
 * One stream of Docker's events. By it the city notices that Docker was away: the stream reconnects with backoff, and says so.
 */
import type { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { withDeadline, wordsOf } from './request-deadlines.ts';

const openMsMax = 5_000;
const backoffMsMin = 250;
const backoffMsMax = 5_000;
/** Bytes of an event, which includes labels. */
const eventBytesMax = 65_536;

/** What happened to a container. */
export interface DockerEvent {
  readonly type: string;
  readonly container: string;
  /** The labels of the container, and what else Docker says. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface EventListener {
  event(event: DockerEvent): void;
  /** The stream was opened, also for the first time: events may have been missed before. */
  back(): void;
  /** The stream has ended, or could not be opened. It is tried again in `againInMs`. */
  away(why: string, againInMs: number): void;
}

export class DockerEventStream {
  readonly #docker: Docker;
  readonly #filters: NonNullable<Docker.GetEventsOptions['filters']>;
  readonly #listener: EventListener;
  #stream: Readable | undefined;
  #retry: NodeJS.Timeout | undefined;
  #backoffMs = backoffMsMin;
  #closed = false;

  /** `filters`: an object as Docker takes it. Only events of containers are asked for. */
  constructor(
    docker: Docker,
    filters: { readonly event: string[]; readonly label: string[] },
    listener: EventListener,
  ) {
    this.#docker = docker;
    this.#filters = { type: ['container'], ...filters };
    this.#listener = listener;
  }

  /** Resolves once the stream is open, or could not be opened. */
  async open(): Promise<void> {
    if (this.#closed) return;
    try {
      const ask = (abortSignal: AbortSignal) => this.#docker.getEvents({ filters: this.#filters, abortSignal });
      this.#listen((await withDeadline('events', openMsMax, ask)) as Readable);
    } catch (error) {
      this.#away(wordsOf(error));
    }
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
    this.#listener.back();
  }

  #hear(line: string): void {
    const event = eventIn(line);
    if (event !== undefined) this.#listener.event(event);
  }

  #away(why: string): void {
    if (this.#closed) return;
    this.#listener.away(why, this.#backoffMs);
    this.#retry = setTimeout(() => void this.open(), this.#backoffMs);
    this.#retry.unref();
    this.#backoffMs = Math.min(2 * this.#backoffMs, backoffMsMax);
  }
}

/** An event as Docker writes it. */
interface Written {
  readonly Action?: string;
  readonly Actor?: { readonly ID?: string; readonly Attributes?: Readonly<Record<string, string>> };
}

function eventIn(line: string): DockerEvent | undefined {
  try {
    const { Action, Actor } = (JSON.parse(line) ?? {}) as Written;
    if (Action === undefined || Actor?.ID === undefined) return undefined;
    return { type: Action, container: Actor.ID, attributes: Actor.Attributes ?? {} };
  } catch {
    return undefined;
  }
}
