/**
 * Writes a row for each tick: how many lived, were born and died, what was held and paid, which events there were. It listens to the feed
 * and asks for a census once a tick, after the tick: nobody waits for it. Rows are lost while the database is away, which is logged, and
 * the counts of a tick in which the city was restarted.
 */
import { z } from 'zod';
import type { CityCensus } from '../../actors/census.ts';
import type { City } from '../../engine/city-interface.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { Log } from '../../engine/ports.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { TickRecord } from '../answers/economy.ts';
import type { TickRows } from './tick-rows.ts';

export interface RecorderOptions {
  readonly city: Pick<City, 'subscribe'>;
  readonly census: () => Promise<CityCensus>;
  readonly rows: TickRows;
  readonly log: Log;
}

const Died = z.object({ data: z.object({ cause: z.string().nullable() }) });
const Called = z.object({ data: z.object({ charged: z.number() }) });
const Received = z.object({ data: z.object({ reason: z.string(), amount: z.number() }) });
const Completed = z.object({ at: z.iso.datetime(), tick: z.int() });

/** Payments of one kind: how many, and their sum. */
interface Payments {
  count: number;
  /** Credits. */
  sum: number;
}

/** Counts since the last tick. */
interface Counted {
  readonly events: Record<string, number>;
  readonly deaths: Record<string, number>;
  readonly services: Payments;
  readonly tolls: Payments;
}

const nothing = (): Counted => ({
  events: {},
  deaths: {},
  services: { count: 0, sum: 0 },
  tolls: { count: 0, sum: 0 },
});

/** Ticks that wait for their row. Beyond them a tick gets none, since a row describes the present city. */
const waitingMax = 300;
/** How long closing waits for the last rows. */
const closeMsMax = 500;

export class TickRecorder {
  readonly #options: RecorderOptions;
  readonly #stop: () => void;
  #counted = nothing();
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#stop = options.city.subscribe((items) => {
      for (const item of items) if (item.type === 'event') this.#hear(item.event);
    });
  }

  /** Stops listening; resolves when the pending rows are written, or their time is over. */
  async close(): Promise<void> {
    this.#stop();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closeMsMax);
    });
    await Promise.race([this.#writing, late]);
    clearTimeout(timer);
  }

  #hear(event: FeedEvent): void {
    const counted = this.#counted;
    add(counted.events, event.type);
    // For most events the type is enough: their JSON is not parsed.
    if (event.type === 'resident.died') add(counted.deaths, Died.parse(JSON.parse(event.json)).data.cause ?? 'unknown');
    else if (event.type === 'service.called') pay(counted.services, Called.parse(JSON.parse(event.json)).data.charged);
    else if (event.type === 'credits.received') {
      const { reason, amount } = Received.parse(JSON.parse(event.json)).data;
      if (reason === 'toll') pay(counted.tolls, amount);
    } else if (event.type === 'tick.completed') {
      this.#counted = nothing();
      this.#record(Completed.parse(JSON.parse(event.json)), counted);
    }
  }

  #record(completed: z.infer<typeof Completed>, counted: Counted): void {
    if (this.#waiting >= waitingMax) return;
    this.#waiting += 1;
    this.#writing = this.#writing.then(async () => {
      try {
        const { census, rows } = this.#options;
        const record = recordOf(completed, counted, await census());
        await rows.write({ tick: record.tick, at: Date.parse(record.at), body: JSON.stringify(record) });
      } catch (cause) {
        this.#options.log.warn({ tick: completed.tick, cause: String(cause) }, 'a tick has no row');
      } finally {
        this.#waiting -= 1;
      }
    });
  }
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function pay(payments: Payments, credits: number): void {
  if (credits === 0) return;
  payments.count += 1;
  payments.sum += credits;
}

const inCredits = (millicredits: number): number => millicredits / 1_000;
const averageOf = ({ count, sum }: Payments) => ({
  count,
  average: count === 0 ? null : Math.round((1_000 * sum) / count) / 1_000,
});

function recordOf(
  { tick, at }: z.infer<typeof Completed>,
  { events, deaths, services, tolls }: Counted,
  { population, accounts }: CityCensus,
): AnswerOf<typeof TickRecord> {
  const shown = Object.entries(accounts).map(([name, group]) => [
    name,
    {
      ...group,
      balance: inCredits(group.balance),
      gini: group.gini === null ? null : Math.round(group.gini * 1_000) / 1_000,
    },
  ]);
  return {
    tick,
    at,
    population,
    accounts: Object.fromEntries(shown),
    prices: { services: averageOf(services), tolls: averageOf(tolls) },
    births: events['resident.born'] ?? 0,
    deaths,
    events,
  };
}
