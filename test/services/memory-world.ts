/** Memory as one resident after the other calls it, over a database of its own. */
import type { Test } from 'tap';
import { z } from 'zod';
import { memory } from './defaults.ts';
import { opened } from './opened.ts';

const Shown = z.looseObject({ id: z.string(), content: z.string(), peer_id: z.string(), session_id: z.string() });
const Page = z.looseObject({ items: z.array(Shown), next_cursor: z.string().nullable() });

/** A message as it is told to be kept. */
export interface Said {
  readonly peer_id: string;
  readonly content: string;
}

export async function openedMemory(t: Test) {
  const world = await opened(t, memory);
  const { free } = world;
  const add = (who: string, session: string, messages: readonly Said[]) =>
    free('addMessages', who, { params: { session_id: session }, body: { messages } });
  const say = (who: string, session: string, peer: string, ...contents: readonly string[]) =>
    add(
      who,
      session,
      contents.map((content) => ({ peer_id: peer, content })),
    );
  const search = async (who: string, query: string, limit = 10) =>
    Page.parse(await free('search', who, { body: { query, limit } })).items;
  const list = async (who: string, session: string, query: object = {}) =>
    Page.parse(await free('listMessages', who, { params: { session_id: session }, query }));
  const context = async (who: string, session: string, tokens?: number) => {
    const query = tokens === undefined ? {} : { tokens: String(tokens) };
    const found = await free('readContext', who, { params: { session_id: session }, query });
    return z.looseObject({ messages: z.array(Shown), summary: z.null() }).parse(found).messages;
  };
  const chat = (who: string, peer: string, body: object) => free('chat', who, { params: { peer_id: peer }, body });
  return { ...world, add, say, search, list, context, chat };
}

export const contents = (messages: readonly { readonly content: string }[]): string[] =>
  messages.map(({ content }) => content);
