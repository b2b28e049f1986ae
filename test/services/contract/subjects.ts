/** The services that the suite of the contract runs over, each with sound requests for all its operations. */
import { z } from 'zod';
import { guestbook } from '../../../docs/guestbook/index.ts';
import type { OpenService, Service } from '../../../services/contract.ts';
import { inference } from '../../../services/inference/index.ts';
import { library, memory } from '../defaults.ts';
import { deadOf, said } from '../library-world.ts';
import { caddr } from '../mailbox.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a request, as they come. */
export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Fields;
}

/** What is known when a request is made. */
export interface Known {
  /** The id of who asks. */
  readonly own: string;
  /** What came of the operations so far. */
  readonly answers: ReadonlyMap<string, Fields>;
}

export interface Sample {
  readonly operation: string;
  readonly asks: (known: Known) => Given;
  /** Another sound body, for the same key. */
  readonly other?: (known: Known) => Fields;
}

/** A request that the service itself refuses. */
export interface Refused extends Omit<Sample, 'other'> {
  readonly status: number;
  readonly says: object;
}

export interface Subject {
  readonly service: Service;
  /** Every operation once at least, in an order in which each is answered. */
  readonly samples: readonly Sample[];
  readonly refused: readonly Refused[];
  /** Operations that pass over fields that they do not know, and why. */
  readonly loose: Readonly<Record<string, string>>;
  /** What is there before anybody asks. */
  readonly prepare?: (opened: OpenService) => Promise<void>;
}

const text = (known: Known, operation: string, field: string) => String(known.answers.get(operation)?.[field]);

const firstOf = (known: Known, operation: string): Fields => {
  const [first = {}] = z.array(z.looseObject({})).parse(known.answers.get(operation)?.['items']);
  return first;
};

const words = [{ role: 'user', content: 'The bridge is green. What is the bridge?' }];
const asked = { model: 'template', messages: words };

const ofInference: Subject = {
  service: inference({
    ...{ server: null, models: [], callsPerMinute: 60, templatePrices: { prompt: 10, completion: 40 } },
    now: () => 1_700_000_000_000,
  }),
  samples: [
    { operation: 'models', asks: () => ({}) },
    { operation: 'model', asks: () => ({ params: { model: 'template' } }) },
    { operation: 'estimate', asks: () => ({ body: { ...asked, max_tokens: 20, temperature: 0.5, max_cost: 2 } }) },
    { operation: 'complete', asks: () => ({ body: { ...asked, max_tokens: 20, temperature: 0.5, max_cost: 2 } }) },
    { operation: 'chat', asks: () => ({ body: { ...asked, max_completion_tokens: 30, stream: false } }) },
  ],
  refused: [
    {
      operation: 'model',
      asks: () => ({ params: { model: 'huge' } }),
      status: 404,
      says: { error: 'not_found', kind: 'model', message: /inference\/models lists/ },
    },
    {
      operation: 'complete',
      asks: () => ({ body: { ...asked, max_cost: 0.001 } }),
      status: 422,
      says: { error: 'invalid_request', issues: [{ path: 'max_cost', message: /would not pay/ }] },
    },
    {
      operation: 'estimate',
      asks: () => ({ body: { ...asked, model: 'huge' } }),
      status: 422,
      says: { error: 'invalid_request', issues: [{ path: 'model' }] },
    },
  ],
  loose: { chat: "what OpenAI's own clients send besides is passed over" },
};

const said1 = { peer_id: 'bo-2', content: 'I build bridges. The toll is 2 credits.' };

/** At the root of the service, or below `/v3/workspaces/<own id>`. */
const memorySamples = (
  named: (operation: string) => string,
  above: (known: Known) => Readonly<Record<string, string>>,
) => {
  const sample = (operation: string, given: (known: Known) => Given, other?: Fields): Sample => ({
    operation: named(operation),
    asks: (known) => ({ ...given(known), params: { ...above(known), ...given(known).params } }),
    ...(other && { other: () => other }),
  });
  const session = { session_id: named('day') };
  return [
    sample('makePeer', () => ({ body: { id: named('cleo') } }), { id: named('dora') }),
    sample('makeSession', () => ({ body: { id: named('week') } }), { id: named('month') }),
    sample('addMessages', () => ({ params: session, body: { messages: [said1, said1] } })),
    sample('listPeers', () => ({ query: { limit: '1', cursor: 'a' } })),
    sample('readCard', () => ({ params: { peer_id: 'bo-2' } })),
    sample('chat', () => ({
      params: { peer_id: 'bo-2' },
      body: { query: 'What is the toll?', session_id: named('day'), reasoning_level: 'minimal' },
    })),
    sample('listSessions', () => ({ query: { limit: '1' } })),
    sample('readContext', () => ({ params: session, query: { tokens: '100' } })),
    sample('listMessages', () => ({ params: session, query: { limit: '1', cursor: '1' } })),
    sample('search', () => ({ body: { query: 'toll', limit: 1 } }), { query: 'bridge' }),
    sample('readQueue', () => ({})),
  ];
};

const v3 = (operation: string) => `v3${operation[0]?.toUpperCase() ?? ''}${operation.slice(1)}`;

const ofMemory: Subject = {
  service: memory,
  samples: [
    { operation: 'makeWorkspace', asks: () => ({ body: {} }), other: ({ own }) => ({ id: own }) },
    { operation: 'listWorkspaces', asks: () => ({}) },
    { operation: 'v3MakeWorkspace', asks: ({ own }) => ({ body: { id: own } }), other: () => ({}) },
    { operation: 'v3ListWorkspaces', asks: () => ({}) },
    ...memorySamples(
      (operation) => operation,
      () => ({}),
    ),
    ...memorySamples(v3, ({ own }) => ({ workspace_id: own })),
  ],
  refused: [
    {
      operation: 'readCard',
      asks: () => ({ params: { peer_id: 'nobody' } }),
      status: 404,
      says: { error: 'not_found', kind: 'peer' },
    },
    {
      operation: 'v3ListPeers',
      asks: () => ({ params: { workspace_id: 'another-7' } }),
      status: 404,
      says: { error: 'not_found', kind: 'workspace' },
    },
    {
      operation: 'chat',
      asks: () => ({ params: { peer_id: 'nobody' }, body: { query: 'Who?' } }),
      status: 404,
      says: { error: 'not_found', kind: 'peer' },
    },
  ],
  loose: {},
};

const dead = deadOf('vera-1', {
  mentor: 'old-0',
  mentees: ['young-2'],
  composition: { title: 'Lamp', content: 'Keep the lamp lit.' },
});

const ofLibrary: Subject = {
  service: library,
  samples: [
    { operation: 'listEntries', asks: () => ({ query: { limit: '1', cursor: '100' } }) },
    {
      operation: 'readEntry',
      asks: () => ({ params: { resident_id: 'vera-1' }, query: { limit: '1', cursor: '0', session: 'day-1' } }),
    },
    { operation: 'readGenealogy', asks: () => ({ params: { resident_id: 'vera-1' } }) },
    { operation: 'search', asks: () => ({ body: { query: 'lamp', limit: 3 } }) },
  ],
  refused: [
    {
      operation: 'readEntry',
      asks: () => ({ params: { resident_id: 'nobody-9' } }),
      status: 404,
      says: { error: 'not_found', kind: 'entry' },
    },
  ],
  loose: {},
  prepare: async ({ entries }) => entries?.keep(dead, [said('The lamp is green.'), said('Good night.')]),
};

const ofCaddr: Subject = {
  service: caddr,
  samples: [
    { operation: 'register', asks: () => ({}) },
    {
      operation: 'send',
      asks: (known) => ({ body: { to: text(known, 'register', 'address'), body: 'Is anybody there?' } }),
      other: (known) => ({ to: text(known, 'register', 'address'), body: 'Nobody?' }),
    },
    { operation: 'inbox', asks: () => ({ query: { limit: '1' } }) },
    {
      operation: 'reply',
      asks: (known) => ({ body: { message_id: String(firstOf(known, 'inbox')['id']), body: 'I am.' } }),
      other: (known) => ({ message_id: String(firstOf(known, 'inbox')['id']), body: 'I am not.' }),
    },
  ],
  refused: [
    { operation: 'register', asks: () => ({}), status: 409, says: { error: 'mailbox_exists' } },
    {
      operation: 'send',
      asks: () => ({ body: { to: 'addr_nobody', body: 'Hello?' } }),
      status: 404,
      says: { error: 'not_found', kind: 'mailbox' },
    },
  ],
  loose: {},
};

const ofGuestbook: Subject = {
  service: guestbook,
  samples: [
    { operation: 'sign', asks: () => ({ body: { text: 'I was here.' } }) },
    { operation: 'read', asks: () => ({ query: { limit: '1' } }) },
  ],
  refused: [],
  loose: {},
};

export const subjects: readonly Subject[] = [ofInference, ofMemory, ofLibrary, ofCaddr, ofGuestbook];
