/**
 * Very many clients of one feed, and when each of them hears what is said. The harness speaks and knows when it did: it begins a
 * measurement, speaks, and asks at its end with those moments.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { FeedReader } from '../harness/feed-reader.ts';
import { answer, answerEach, options } from '../harness/program-io.ts';

export interface WatchersOptions {
  readonly port: number;
  readonly count: number;
  /** Tokens of residents, each for the next client in turn; none for strangers. */
  readonly tokens: readonly string[];
  /** Loopback addresses that they come from, in turns. */
  readonly addresses: readonly string[];
  /** Milliseconds from the last upgrade until every one hears what is said. */
  readonly settleMs: number;
}

export type WatchersRequest =
  /** At most `messagesMax` messages will be said. */
  | { readonly type: 'begin'; readonly messagesMax: number }
  /** When each was said, milliseconds since 1970. */
  | { readonly type: 'end'; readonly saidAt: readonly number[] };

export interface WatchersReport {
  readonly deliveries: number;
  /** Deliveries by how late they were, in steps of `stepMs` milliseconds; the last holds all that were later. */
  readonly late: readonly number[];
  readonly stepMs: number;
}

const stepMs = 0.25;
const stepsMax = 40_000;
const upgradesAtOnce = 50;
const silenceMsMax = 60_000;

const { port, count, tokens, addresses, settleMs } = options<WatchersOptions>();

/** For each reader when it heard each message: rows of `columns`. */
let heardAt = new Float64Array(0);
let columns = 0;
const numbers = new Map<FeedReader, number>();
const noted: number[] = [];

function note(reader: FeedReader): void {
  const number = numbers.get(reader);
  if (number === undefined) return;
  const now = performance.timeOrigin + performance.now();
  const known = noted[number] ?? 0;
  for (let message = known; message < reader.messages; message++) {
    const column = message - (before[number] ?? 0);
    if (column < columns) heardAt[number * columns + column] = now;
  }
  noted[number] = reader.messages;
}

/** Messages that each had heard before the measurement. */
let before: number[] = [];
const readers: FeedReader[] = [];

async function open(number: number): Promise<void> {
  const token = tokens[number % tokens.length];
  const from = addresses[number % addresses.length];
  const reader = await FeedReader.open({
    port,
    heard: note,
    ...(token !== undefined && { token }),
    ...(from !== undefined && { from }),
  });
  numbers.set(reader, number);
  readers[number] = reader;
}

function begin(messagesMax: number): WatchersReport {
  columns = messagesMax;
  heardAt = new Float64Array(count * columns);
  before = readers.map(({ messages }) => messages);
  readers.forEach((reader, number) => {
    noted[number] = reader.messages;
  });
  return { deliveries: 0, late: [], stepMs };
}

async function end(saidAt: readonly number[]): Promise<WatchersReport> {
  const until = performance.now() + silenceMsMax;
  const missing = () => readers.filter(({ messages }, number) => messages - (before[number] ?? 0) < saidAt.length);
  while (missing().length > 0) {
    if (performance.now() > until) throw new Error(`${missing().length} of ${count} have not heard everything`);
    await pause(1);
  }
  const late: number[] = new Array(stepsMax).fill(0);
  for (let number = 0; number < count; number++)
    saidAt.forEach((at, column) => {
      const step = Math.max(0, Math.floor(((heardAt[number * columns + column] ?? 0) - at) / stepMs));
      const place = Math.min(step, stepsMax - 1);
      late[place] = (late[place] ?? 0) + 1;
    });
  return { deliveries: count * saidAt.length, late, stepMs };
}

for (let i = 0; i < count; i += upgradesAtOnce)
  await Promise.all(Array.from({ length: Math.min(upgradesAtOnce, count - i) }, (_, each) => open(i + each)));
await pause(settleMs);
answer({ deliveries: 0, late: [], stepMs } satisfies WatchersReport);
await answerEach<WatchersRequest>(async (asked) =>
  asked.type === 'begin' ? begin(asked.messagesMax) : end(asked.saidAt),
);
