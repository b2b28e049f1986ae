/** What simulated residents hear of what happens: each what is addressed to it, as on its WebSocket. */
import { z } from 'zod';
import type { FeedEvent } from '../../engine/command.ts';
import type { EngineClient } from './engine-client.ts';
import type { HeardEvents, KeptEvents } from './heard-events.ts';
import { Memory, type Remembered } from './memory.ts';

const Called = z.object({ tick: z.int(), data: z.object({ caller: z.string(), outcome: z.string() }) });
const Died = z.object({ subject: z.string() });
const address = /^to:resident:(.+)$/;

/** What all who live remember, and which events they heard last, as plain data. */
export interface KeptHearing {
  readonly memories: ReadonlyMap<string, Remembered>;
  readonly events: KeptEvents;
}

export class Hearing {
  readonly #client: EngineClient;
  readonly #memories: Map<string, Memory>;
  readonly events: HeardEvents;

  /** `onEvent` hears everything; `memories`: those of a city that goes on. */
  constructor(
    client: EngineClient,
    events: HeardEvents,
    onEvent: (event: FeedEvent) => void = () => {},
    memories: KeptHearing['memories'] = new Map(),
  ) {
    this.#client = client;
    this.#memories = new Map([...memories].map(([id, remembered]) => [id, Memory.of(remembered)]));
    this.events = events;
    client.city.subscribe((items) => {
      for (const item of items) {
        if (item.type !== 'event') continue;
        onEvent(item.event);
        this.#hear(item.event);
      }
    });
  }

  memoryOf(id: string): Memory {
    const known = this.#memories.get(id);
    if (known !== undefined) return known;
    const memory = new Memory(this.#client.city.state.counters.tick);
    this.#memories.set(id, memory);
    return memory;
  }

  /** To be remembered by a city that goes on from there. */
  get all(): KeptHearing {
    const memories = new Map([...this.#memories].map(([id, memory]) => [id, memory.all]));
    return { memories, events: this.events.all };
  }

  /** An owner hears that its service was called, and who dies that it does; the dead remember nothing. */
  #hear({ type, audience, json }: FeedEvent): void {
    if (type === 'resident.died') this.#memories.delete(Died.parse(JSON.parse(json)).subject);
    if (type === 'resident.dying') this.memoryOf(Died.parse(JSON.parse(json)).subject).isDying = true;
    if (type !== 'service.called') return;
    const { tick, data } = Called.parse(JSON.parse(json));
    if (data.outcome !== 'finished') return;
    for (const topic of audience) {
      const id = address.exec(topic)?.[1];
      if (id !== undefined && id !== data.caller) this.#memories.get(id)?.sold(tick);
    }
  }
}
