/**
 * What a mind takes from where it runs: a way to the city, time, and chance. All of it is passed in, so that a mind lives in a simulation
 * as it lives in a city: there its time is virtual, and its dice are those of the run.
 */
import { randomUUID } from 'node:crypto';
import { type ClientClock, wallClock } from '../client/client-clock.ts';
import { EventStreamReader } from '../client/event-stream-reader.ts';
import type { CityEvent } from '../client/events.ts';
import { type Exchanges, HttpClient } from '../client/http-client.ts';
import { type Dice, SeededRandom } from '../population/seeded-random.ts';
import { uncounted } from './uncounted.ts';

export interface MindPorts {
  readonly clock: ClientClock;
  /** A way to the city for whoever has this token. */
  connect(token: string): CityTransport;
  /** A new Idempotency-Key. */
  newKey(): string;
  /** The dice of a mind whose memory has come to this beat. */
  diceOf(resident: string, beat: number): Dice;
}

/** A way to the city for one mind, until it is closed. */
export interface CityTransport extends Exchanges {
  /** Passes events on from now on. */
  listen(onEvent: (event: CityEvent) => void): Stream;
  close(): void;
}

export interface Stream {
  /** Resolves when events come, or never will. */
  live(): Promise<void>;
  end(): void;
}

/** ms for an answer; a model may think that long. */
const answerMsMax = 120_000;
/** Connections of one mind: for the reads of a perception, and an act. */
const connectionsMax = 4;

/** A city that is reached over HTTP and WebSocket, on the clock of the wall. The same seed and the same perceptions give the same acts. */
export const overHttp = (city: string, seed = 0): MindPorts => ({
  clock: wallClock,
  connect(token) {
    const client = new HttpClient(city, connectionsMax, answerMsMax);
    const url = `${city.replace(/^http/, 'ws')}/ws`;
    return {
      exchange: (call) => client.exchange(call),
      listen: (onEvent) => new EventStreamReader({ ...uncounted, url, token, name: 'mind', onEvent }),
      close: () => void client.close(),
    };
  },
  newKey: randomUUID,
  diceOf: (resident, beat) => new SeededRandom(seedOf(resident, seed + beat)),
});

/** Each mind has its own random numbers, from one seed and its id. */
function seedOf(resident: string, seed: number): number {
  let sum = seed | 0;
  for (const char of resident) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}
