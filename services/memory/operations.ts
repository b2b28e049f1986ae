/** What can be done in a workspace. The same operations lie at the root of the service and below `/v3/workspaces/<id>`. */
import { z } from 'zod';
import { type OwnCode, operation } from '../contract.ts';
import { messagePrice, pricesOf } from './bounds.ts';
import * as schema from './schema.ts';

/** The price of an answer of this level, in millicredits. */
const priceOf = (level: schema.Level = 'low'): number => pricesOf[level];

/** When what a path leads to is not there. */
type Refusals<Own extends OwnCode> = { readonly [Code in Own]?: string };

const noWorkspace = { not_found: 'the workspace is not yours' };
const noPeer = { not_found: 'you have no peer of this name, no such session, or the workspace is not yours' };
const noSession = { not_found: 'you have no session of this name, or the workspace is not yours' };

/** Those on peers, on sessions and on everything. `above`: the parameters of `path`; `refusals`: when these lead nowhere. */
export const operationsBelow = <const Above extends z.ZodRawShape, Own extends OwnCode>(
  path: string,
  above: Above,
  refusals: Refusals<Own>,
) => ({
  ...onPeers(path, above, refusals),
  ...onSessions(path, above, refusals),
  ...onMessages(path, above, refusals),
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
      text: 'minimal 0.05, low 0.1, medium 0.25, high 0.5, max 1 credit; half at home with a study',
      hold: ({ body }) => priceOf(body.reasoning_level),
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
) => ({
  addMessages: operation({
    method: 'POST',
    path: `${path}/sessions/:session_id/messages`,
    summary: 'Keeps messages; session and peers are made when there are none of these names',
    params: z.strictObject({ ...above, session_id: schema.Name }),
    body: schema.NewMessages,
    answer: schema.Kept,
    status: 201,
    price: { text: '0.01 credits a message', hold: ({ body }) => body.messages.length * messagePrice },
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
