/** The operations in a workspace. The same ones are at the root of the service and below `/v3/workspaces/<id>`. */
import { z } from 'zod';
import { type OwnCode, operation } from '../contract.ts';
import * as schema from './schema.ts';

/** Millicredits. */
export interface MemoryPrices {
  /** The price of keeping a message. */
  readonly message: number;
  /** The price of an answer. */
  readonly reasoning: { readonly [Level in schema.Level]: number };
}

/** All prices in a sentence. */
export const pricesText = ({ message, reasoning }: MemoryPrices): string =>
  `${message / 1_000} credits for each message kept; answers ${levelsText(reasoning)}; half of that at home with a study; the rest is free`;

const levelsText = (reasoning: MemoryPrices['reasoning']): string =>
  `${Object.entries(reasoning)
    .map(([level, price]) => `${level} ${price / 1_000}`)
    .join(', ')} credits`;

/** When the path leads to nothing. */
type Refusals<Own extends OwnCode> = { readonly [Code in Own]?: string };

const noWorkspace = { not_found: 'the workspace is not yours' };
const noPeer = { not_found: 'you have no peer of this name, no such session, or the workspace is not yours' };
const noSession = { not_found: 'you have no session of this name, or the workspace is not yours' };

/** The operations on peers, on sessions and on everything. `above`: the parameters of `path`; `refusals`: when these lead nowhere. */
export const operationsBelow = <const Above extends z.ZodRawShape, Own extends OwnCode>(
  path: string,
  above: Above,
  refusals: Refusals<Own>,
  prices: MemoryPrices,
) => ({
  ...onPeers(path, above, refusals, prices.reasoning),
  ...onSessions(path, above, refusals),
  ...onMessages(path, above, refusals, prices.message),
  search: operation({
    method: 'POST',
    path: `${path}/search`,
    summary: 'The messages that have these words, best first',
    params: z.strictObject(above),
    body: schema.Search,
    answer: schema.pageOf(schema.Message),
    price: 'free',
    refusals,
  }),
  readQueue: operation({
    method: 'GET',
    path: `${path}/queue/status`,
    summary: 'What is still to be worked on: nothing, since messages can be found as soon as they are kept',
    params: z.strictObject(above),
    answer: schema.QueueStatus,
    price: 'free',
    refusals,
  }),
});

const onPeers = <const Above extends z.ZodRawShape, Own extends OwnCode>(
  path: string,
  above: Above,
  refusals: Refusals<Own>,
  prices: MemoryPrices['reasoning'],
) => ({
  listPeers: operation({
    method: 'GET',
    path: `${path}/peers`,
    summary: 'Whom you remember, by name',
    params: z.strictObject(above),
    query: schema.NamesPage,
    answer: schema.pageOf(schema.Peer),
    price: 'free',
    refusals,
  }),
  makePeer: operation({
    method: 'POST',
    path: `${path}/peers`,
    summary: 'A peer, made when there is none of this name',
    params: z.strictObject(above),
    body: z.strictObject({ id: schema.Name }),
    answer: schema.Peer,
    price: 'free',
    refusals: noWorkspace,
  }),
  readCard: operation({
    method: 'GET',
    path: `${path}/peers/:peer_id/card`,
    summary: 'What is known of a peer at a glance',
    params: z.strictObject({ ...above, peer_id: schema.Name }),
    answer: schema.Card,
    price: 'free',
    refusals: noPeer,
  }),
  chat: operation({
    method: 'POST',
    path: `${path}/peers/:peer_id/chat`,
    summary: 'Answers a question from what a peer has said',
    params: z.strictObject({ ...above, peer_id: schema.Name }),
    body: schema.Question,
    answer: schema.Answer,
    price: {
      text: `${levelsText(prices)}; half at home with a study`,
      hold: ({ body }) => prices[body.reasoning_level ?? 'low'],
      halfInStudy: true,
    },
    refusals: { ...noPeer, inference_failed: 'the model that answers failed' },
  }),
});

const onSessions = <const Above extends z.ZodRawShape, Own extends OwnCode>(
  path: string,
  above: Above,
  refusals: Refusals<Own>,
) => ({
  listSessions: operation({
    method: 'GET',
    path: `${path}/sessions`,
    summary: 'Your sessions, by name',
    params: z.strictObject(above),
    query: schema.NamesPage,
    answer: schema.pageOf(schema.Session),
    price: 'free',
    refusals,
  }),
  makeSession: operation({
    method: 'POST',
    path: `${path}/sessions`,
    summary: 'A session, made when there is none of this name',
    params: z.strictObject(above),
    body: z.strictObject({ id: schema.Name }),
    answer: schema.Session,
    price: 'free',
    refusals: noWorkspace,
  }),
  readContext: operation({
    method: 'GET',
    path: `${path}/sessions/:session_id/context`,
    summary: 'The newest messages of a session that fit into a budget of tokens, oldest first',
    params: z.strictObject({ ...above, session_id: schema.Name }),
    query: schema.Budget,
    answer: schema.Context,
    price: 'free',
    refusals: noSession,
  }),
});

const onMessages = <const Above extends z.ZodRawShape, Own extends OwnCode>(
  path: string,
  above: Above,
  refusals: Refusals<Own>,
  price: MemoryPrices['message'],
) => ({
  addMessages: operation({
    method: 'POST',
    path: `${path}/sessions/:session_id/messages`,
    summary: 'Keeps messages; session and peers are made when there are none of these names',
    params: z.strictObject({ ...above, session_id: schema.Name }),
    body: schema.NewMessages,
    answer: schema.Kept,
    status: 201,
    price: { text: `${price / 1_000} credits a message`, hold: ({ body }) => body.messages.length * price },
    refusals,
  }),
  listMessages: operation({
    method: 'GET',
    path: `${path}/sessions/:session_id/messages`,
    summary: 'The messages of a session, oldest first',
    params: z.strictObject({ ...above, session_id: schema.Name }),
    query: schema.MessagesPage,
    answer: schema.pageOf(schema.Message),
    price: 'free',
    refusals: noSession,
  }),
});
