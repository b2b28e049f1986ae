/**
 * What a mind remembers beyond its process, in the city's memory service: its state as one message, of which the newest counts, and a
 * diary for people, which the library of souls keeps after its death. It writes seldom, since a message costs a hundredth of a credit.
 *
 * NB1  A mind that is started again goes on from what it wrote last; one that cannot read that begins with an empty memory, without an
 *      error.
 * NB2  What it reads back is untrusted like any other input: what does not fit the schema is passed over.
 */
import { read } from '../../client/answers.ts';
import { listOf, textOf } from '../../client/wire.ts';
import type { AnswerTo } from '../../services/contract.ts';
import type { MemoryManifest } from '../../services/memory/manifest.ts';
import type { CityDoor } from '../city-client.ts';
import { type MemoryState, MemoryText } from './memory.ts';

type Context = AnswerTo<MemoryManifest['operations']['readContext']>;

const sessions = '/v1/global-services/memory/sessions';
/** Characters that the service takes in one message. */
const messageCharsMax = 8_000;
/** Ticks between two writes. */
const ticksBetween = 3;
const stateTokens = 4_000;

export class Notebook {
  readonly #door: CityDoor;
  #writtenAt: number | null = null;
  #deeds: readonly string[] = [];

  constructor(door: CityDoor) {
    this.#door = door;
  }

  async read(): Promise<MemoryState | undefined> {
    const answer = await this.#door.get(`${sessions}/mind/context?tokens=${stateTokens}`);
    if (answer.type !== 'done') return undefined;
    const { messages } = read<Context>(answer.body);
    const texts = listOf(messages).map((message) => textOf(read<Context['messages'][number]>(message).content));
    for (const text of texts.reverse()) {
      const state = stateIn(text);
      if (state !== undefined) {
        this.#deeds = state.deeds;
        return state;
      }
    }
    return undefined;
  }

  /** Writes when it is time to; then true. */
  async write(self: string, state: MemoryState): Promise<boolean> {
    const { tick } = state;
    if (tick === null || (this.#writtenAt !== null && tick - this.#writtenAt < ticksBetween)) return false;
    this.#writtenAt = tick;
    const text = JSON.stringify(withoutTheOldest(state));
    await this.#keep('mind', self, text);
    const fresh = state.deeds.filter((deed) => !this.#deeds.includes(deed));
    this.#deeds = state.deeds;
    if (fresh.length > 0) await this.#keep('diary', self, `Tick ${tick}. I ${fresh.join('; I ')}.`);
    return true;
  }

  async #keep(session: string, peer: string, content: string): Promise<void> {
    await this.#door.post(`${sessions}/${session}/messages`, {
      messages: [{ peer_id: peer, content: content.slice(0, messageCharsMax) }],
    });
  }
}

function stateIn(text: string): MemoryState | undefined {
  try {
    const parsed = MemoryText.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** As much as fits into a message: of people and places the newest. */
function withoutTheOldest(state: MemoryState): MemoryState {
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
