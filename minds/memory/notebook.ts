/**
 * What a mind remembers beyond its process, in the city's memory service: its state as one message and what it holds of others as a second
 * one, of which the newest count, and a diary for people, which the library of souls keeps after its death. It writes seldom, since a
 * message costs a hundredth of a credit; sooner at the beginning of a life, when all is new, and what has changed also when it is stopped.
 *
 * NB1  A mind that is started again goes on from what it wrote last; one that cannot read that begins with an empty memory, without an
 *      error.
 * NB2  What it reads back is untrusted like any other input: what does not fit the schema is passed over.
 */
import type { z } from 'zod';
import { read } from '../../client/answers.ts';
import { listOf, textOf } from '../../client/wire.ts';
import type { AnswerTo } from '../../services/contract.ts';
import type { MemoryManifest } from '../../services/memory/manifest.ts';
import type { CityDoor } from '../city-client.ts';
import { HearsayText, hearsayText } from './hearsay-text.ts';
import { type MemoryState, MemoryText } from './memory.ts';

type Context = AnswerTo<MemoryManifest['operations']['readContext']>;

const sessions = '/v1/global-services/memory/sessions';
/** Characters that the service takes in one message. */
const messageCharsMax = 8_000;
/** Ticks between two writes. */
const ticksBetween = 3;
/** In its first acts it writes also after so many of them. */
const youngBeats = 200;
const youngBeatsBetween = 40;
const stateTokens = 4_000;

export class Notebook {
  readonly #door: CityDoor;
  #writtenAt: number | null = null;
  /** What was written or read last. */
  #written: MemoryState | undefined;
  #deeds: readonly string[] = [];
  #hearsay = '';

  constructor(door: CityDoor) {
    this.#door = door;
  }

  async read(): Promise<MemoryState | undefined> {
    const [states, hearsays] = await Promise.all([this.#newest('mind', MemoryText), this.#newest('ties', HearsayText)]);
    if (states === undefined) return undefined;
    this.#deeds = states.deeds;
    const { ties = {}, facts = [], names = {}, dead = [], foundDead = [] } = hearsays ?? {};
    this.#written = { ...states, ties, facts, names, dead, foundDead };
    return this.#written;
  }

  /** The newest message of a session that is what it is to be. */
  async #newest<T>(session: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const answer = await this.#door.get(`${sessions}/${session}/context?tokens=${stateTokens}`);
    if (answer.type !== 'done') return undefined;
    const { messages } = read<Context>(answer.body);
    const texts = listOf(messages).map((message) => textOf(read<Context['messages'][number]>(message).content));
    for (const text of texts.reverse()) {
      const found = parsedAs(schema, text);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Writes when it is time to; then true. */
  async write(self: string, state: MemoryState): Promise<boolean> {
    if (!this.#isTime(state)) return false;
    await this.#write(self, state);
    return true;
  }

  /** Writes what has changed since it last did, for it ends; true when anything has. */
  async writeLast(self: string, state: MemoryState): Promise<boolean> {
    if (state === this.#written) return false;
    await this.#write(self, state);
    return true;
  }

  #isTime({ tick, beat }: MemoryState): boolean {
    if (tick === null) return false;
    const isYoung = beat < youngBeats && beat - (this.#written?.beat ?? 0) >= youngBeatsBetween;
    return isYoung || this.#writtenAt === null || tick - this.#writtenAt >= ticksBetween;
  }

  async #write(self: string, state: MemoryState): Promise<void> {
    const { tick } = state;
    this.#writtenAt = tick;
    this.#written = state;
    await this.#keep('mind', self, JSON.stringify(withoutTheOldest(state)));
    await this.#keepHearsay(self, hearsayText(state, messageCharsMax));
    const fresh = state.deeds.filter((deed) => !this.#deeds.includes(deed));
    if (fresh.length === 0 || tick === null) return;
    this.#deeds = state.deeds;
    await this.#keep('diary', self, `Tick ${tick}. I ${fresh.join('; I ')}.`);
  }

  /** What has not changed is not written again. */
  async #keepHearsay(self: string, text: string): Promise<void> {
    if (text === this.#hearsay) return;
    this.#hearsay = text;
    await this.#keep('ties', self, text);
  }

  async #keep(session: string, peer: string, content: string): Promise<void> {
    await this.#door.post(`${sessions}/${session}/messages`, {
      messages: [{ peer_id: peer, content: content.slice(0, messageCharsMax) }],
    });
  }
}

function parsedAs<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** As much as fits into a message: of people and places the newest. */
function withoutTheOldest({ ties, facts, names, dead, foundDead, ...state }: MemoryState): z.infer<typeof MemoryText> {
  let kept = state;
  for (let most = 32; JSON.stringify(kept).length > messageCharsMax && most >= 1; most = Math.floor(most / 2)) {
    const newest = <T extends { readonly lastBeat: number }>(all: Record<string, T>) =>
      Object.fromEntries(
        Object.entries(all)
          .sort(([, a], [, b]) => b.lastBeat - a.lastBeat)
          .slice(0, most),
      );
    kept = { ...state, people: newest(state.people), places: newest(state.places), deeds: state.deeds.slice(-most) };
  }
  return kept;
}
