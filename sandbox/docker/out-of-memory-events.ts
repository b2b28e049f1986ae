/** Docker's events for all containers of places. They say which container ran out of memory, which no exit code does. */
import type Docker from 'dockerode';
import type { Log } from '../../engine/ports.ts';
import { DockerEventStream } from './docker-events.ts';
import { labels } from './labels.ts';

/** Containers that ran out of memory, of which so many are remembered. */
const rememberedMax = 1_000;

export class OutOfMemoryEvents {
  readonly #stream: DockerEventStream;
  readonly #starved = new Set<string>();
  readonly #waiting = new Set<() => void>();

  /** `onBack` is called whenever the stream was opened, also for the first time: events may have been missed before. */
  constructor(docker: Docker, city: string, log: Log, onBack: () => void) {
    const filters = { event: ['oom'], label: [`${labels.city}=${city}`] };
    this.#stream = new DockerEventStream(docker, filters, {
      event: ({ container }) => this.#note(container),
      back: onBack,
      away: (why, againInMs) => log.warn({ why, againInMs }, 'docker is away'),
    });
  }

  open(): Promise<void> {
    return this.#stream.open();
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
    this.#stream.close();
  }

  #note(container: string): void {
    this.#starved.add(container);
    for (const oldest of this.#starved) {
      if (this.#starved.size <= rememberedMax) break;
      this.#starved.delete(oldest);
    }
    for (const check of [...this.#waiting]) check();
  }
}
