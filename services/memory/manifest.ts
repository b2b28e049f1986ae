/**
 * What memory is and what can be asked of it: a subset of the paths of Honcho v3, where a workspace is a resident.
 *
 * ME1  A resident finds all that it keeps, and nothing that anybody else keeps.
 * ME2  What is kept comes back as it was said, in the order in which it was said.
 * ME3  The newest messages that fit into its space are kept. A call that would make more peers or sessions than there may be keeps nothing.
 * ME4  An answer names the messages that it is made from; without a model the same question over the same messages has the same answer.
 * ME5  Only the messages of the dead resident are handed on, and then forgotten, however often that is repeated.
 * ME7  What follows from where a resident was and what was said aloud there is read when it is asked for, never kept, and marked `auto`;
 *      what it wrote has the precedence.
 * ME6  What one search costs is bounded, whatever is kept and asked: few words, and of the messages that have them the newest are ranked.
 */
import { z } from 'zod';
import { type Manifest, operation } from '../contract.ts';
import { deadlineMs } from './bounds.ts';
import { type MemoryPrices, operationsBelow, pricesText } from './operations.ts';
import * as schema from './schema.ts';

const notYours = { not_found: 'the workspace is not yours: yours has your own id' };

const workspacesBelow = (path: string) => ({
  list: operation({
    method: 'GET',
    path: `${path}/workspaces`,
    summary: 'Your workspace, once there is one',
    answer: schema.pageOf(schema.Workspace),
    price: 'free',
  }),
  make: operation({
    method: 'POST',
    path: `${path}/workspaces`,
    summary: 'Your workspace, made when there is none; its id is yours',
    body: z.strictObject({ id: schema.Name.optional() }),
    answer: schema.Workspace,
    price: 'free',
    refusals: notYours,
  }),
});

const v3Workspaces = workspacesBelow('/v3');
const workspaces = workspacesBelow('');

/** For clients of Honcho: does the same as an operation at the root. */
const unlisted = <One extends object>(one: One) => ({ ...one, isListed: false as const });

const operationsFor = (prices: MemoryPrices) => {
  const v3 = operationsBelow('/v3/workspaces/:workspace_id', { workspace_id: schema.Name }, notYours, prices);
  return {
    listWorkspaces: workspaces.list,
    makeWorkspace: workspaces.make,
    ...operationsBelow('', {}, {}, prices),
    v3ListWorkspaces: unlisted(v3Workspaces.list),
    v3MakeWorkspace: unlisted(v3Workspaces.make),
    v3ListPeers: unlisted(v3.listPeers),
    v3MakePeer: unlisted(v3.makePeer),
    v3ReadCard: unlisted(v3.readCard),
    v3Chat: unlisted(v3.chat),
    v3ListSessions: unlisted(v3.listSessions),
    v3MakeSession: unlisted(v3.makeSession),
    v3ReadContext: unlisted(v3.readContext),
    v3AddMessages: unlisted(v3.addMessages),
    v3ListMessages: unlisted(v3.listMessages),
    v3Search: unlisted(v3.search),
    v3ReadQueue: unlisted(v3.readQueue),
  };
};

/** What the operator configures. */
export interface MemorySettings {
  readonly prices: MemoryPrices;
  readonly callsPerMinute: number;
}

export type MemoryManifest = ReturnType<typeof manifestOf>;

export function manifestOf({ prices, callsPerMinute }: MemorySettings) {
  return {
    id: 'memory',
    name: 'Memory',
    description: 'Keeps what was said to you and by whom, finds it again, and answers questions from it.',
    availability: 'everywhere',
    pricing: pricesText(prices),
    callsPerMinute,
    deadlineMs,
    knowsResidentBecause:
      'a workspace belongs to a resident and has its id; when it dies, its library entry takes it over',
    operations: operationsFor(prices),
  } as const satisfies Manifest<object>;
}
