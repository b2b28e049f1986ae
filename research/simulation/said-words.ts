/**
 * What was said aloud at each place in this tick and the last, for those who stood there: whoever lives by a policy acts once a tick, and
 * hears then what was said since it acted last. It is heard when its turn is sealed, as views show it (SM1).
 */
import { z } from 'zod';
import type { FeedEvent } from '../../engine/command.ts';
import type { WordsHeard } from '../../population/policies/perception.ts';

/** Of what was said at a place in a tick, the newest. */
const wordsMax = 200;

/** Those present are followers of a topic that begins so. */
const atPlace = 'at:';
const isSpeech = (type: string): boolean => type === 'message.broadcast' || type === 'message.shout';

const Said = z.object({ actor: z.string().nullable(), data: z.object({ message: z.string() }) });

type Words = Pick<FeedEvent, 'seq' | 'json'>;
type WordsAt = ReadonlyMap<string, readonly Words[]>;

/** All of it, as plain data. */
export interface KeptWords {
  readonly newest: number;
  readonly now: WordsAt;
  readonly before: WordsAt;
}

/** From where on somebody has not listened yet. */
export interface Listened {
  readonly place: string;
  readonly seq: number;
}

export class SaidWords {
  #newest: number;
  #now: Map<string, readonly Words[]>;
  #before: WordsAt;

  constructor({ newest, now, before }: KeptWords = { newest: 0, now: new Map(), before: new Map() }) {
    this.#newest = newest;
    this.#now = new Map(now);
    this.#before = before;
  }

  get all(): KeptWords {
    return { newest: this.#newest, now: this.#now, before: this.#before };
  }

  hear(events: readonly FeedEvent[]): void {
    for (const { seq, type, audience, json } of events) {
      this.#newest = seq;
      if (!isSpeech(type)) continue;
      for (const topic of audience) {
        if (!topic.startsWith(atPlace)) continue;
        const place = topic.slice(atPlace.length);
        this.#now.set(place, [...(this.#now.get(place) ?? []), { seq, json }].slice(-wordsMax));
      }
    }
  }

  /** A tick has come. */
  turnOver(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /** For who has acted, and stands there. */
  listenedAt(place: string): Listened {
    return { place, seq: this.#newest };
  }

  /** What others said where the resident stands, since it acted last; nothing where it stood elsewhere then. */
  heardBy(resident: string, place: string, since: Listened | null): readonly WordsHeard[] {
    if (since === null || since.place !== place) return [];
    const said = [...(this.#before.get(place) ?? []), ...(this.#now.get(place) ?? [])];
    return said
      .filter(({ seq }) => seq > since.seq)
      .map(({ seq, json }) => {
        const { actor, data } = Said.parse(JSON.parse(json));
        return { seq, from: actor, text: data.message };
      })
      .filter(({ from }) => from !== resident);
  }
}
