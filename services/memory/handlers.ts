/** The handler of each operation of memory. */
import {
  answer,
  type Handler,
  type Handlers,
  type OwnCode,
  paidAnswer,
  type ServiceCall,
  type ServiceOutcome,
  type ServiceRefusal,
  type Storage,
} from '../contract.ts';
import type { Hearing } from '../hearing.ts';
import { answered, type Model } from './answering.ts';
import { foundDefault, peersMax, sessionsMax } from './bounds.ts';
import { cardOf, heardCardOf } from './card.ts';
import {
  contextOfVisit,
  joined,
  peerHeard,
  peersHeard,
  type SessionRow,
  silence,
  visitNamed,
  visitsAfter,
  wordsOf,
  wordsToSearch,
} from './heard.ts';
import type { MemoryManifest } from './manifest.ts';
import { shownHeard, shownMessage } from './messages.ts';
import {
  contextOf,
  type Made,
  messagesOf,
  type Page,
  peerOf,
  peersOf,
  sessionOf,
  sessionsOf,
  workspaceOf,
} from './reading.ts';
import { messagesWith, textsWith } from './searching.ts';
import {
  addMessages,
  type Full,
  type Made as MadeOrNot,
  makePeer,
  makeSession,
  makeWorkspace,
  makeWorkspaceOnce,
  type Named,
} from './writing.ts';

type All = Handlers<MemoryManifest>;
/** The operations within a workspace. */
type InWorkspace = Omit<All, `v3${string}` | 'listWorkspaces' | 'makeWorkspace'>;
type OnPeers = Pick<InWorkspace, 'listPeers' | 'makePeer' | 'readCard' | 'chat'>;
type OnEverything = Pick<InWorkspace, 'search' | 'readQueue'>;
type OnSessions = Omit<InWorkspace, keyof OnPeers | keyof OnEverything>;

/** Without a model, questions are answered by quoting. */
export function handlersOf(storage: Storage, model: Model | undefined, hearing: Hearing = silence): All {
  const own: InWorkspace = {
    ...onPeers(storage, model, hearing),
    ...onSessions(storage, hearing),
    ...onEverything(storage, hearing),
  };
  const workspaces = onWorkspaces(storage);
  return {
    ...workspaces,
    ...own,
    v3ListWorkspaces: workspaces.listWorkspaces,
    v3MakeWorkspace: workspaces.makeWorkspace,
    v3ListPeers: inNamed(own.listPeers),
    v3MakePeer: inNamed(own.makePeer),
    v3ReadCard: inNamed(own.readCard),
    v3Chat: inNamed(own.chat),
    v3ListSessions: inNamed(own.listSessions),
    v3MakeSession: inNamed(own.makeSession),
    v3ReadContext: inNamed(own.readContext),
    v3AddMessages: inNamed(own.addMessages),
    v3ListMessages: inNamed(own.listMessages),
    v3Search: inNamed(own.search),
    v3ReadQueue: inNamed(own.readQueue),
  };
}

/** The same in a workspace that the path names, which must be the resident's own. */
const inNamed =
  <Params, Query, Body, Own extends OwnCode, Answer extends object>(
    handle: Handler<ServiceCall<Params, Query, Body>, Own, Answer>,
  ) =>
  async (
    call: ServiceCall<Params & { readonly workspace_id: string }, Query, Body>,
  ): Promise<ServiceOutcome<Own, Answer> | ServiceRefusal<'not_found'>> =>
    call.params.workspace_id === call.caller.resident ? handle(call) : unknown('workspace');

const onWorkspaces = (storage: Storage): Pick<All, 'listWorkspaces' | 'makeWorkspace'> => ({
  listWorkspaces: async ({ caller: { resident } }) => {
    const found = await workspaceOf(storage, resident);
    return answer({ items: found === undefined ? [] : [shownWorkspace(resident, found)], next_cursor: null });
  },
  makeWorkspace: async ({ caller: { resident }, body, key }) => {
    if (body.id !== undefined && body.id !== resident) return unknown('workspace');
    if (key === null) await makeWorkspace(storage, resident);
    else {
      const made = await makeWorkspaceOnce(storage, resident, key);
      if (typeof made === 'object') return made;
    }
    const found = await workspaceOf(storage, resident);
    return found === undefined ? unknown('workspace') : answer(shownWorkspace(resident, found));
  },
});

const onPeers = (storage: Storage, model: Model | undefined, hearing: Hearing): OnPeers => ({
  listPeers: async ({ caller: { resident }, query }) => {
    const written: Page<SessionRow> = await peersOf(storage, resident, query);
    const heard = query.auto ? await peersHeard(hearing, resident, query) : [];
    return answer(shownPage(joined(written, heard, query.limit), (peer) => shownNamed(resident, peer)));
  },
  makePeer: async ({ caller: { resident }, body: { id }, key }) => {
    const named = { resident, id, key };
    return gotOrMade(
      named,
      () => peerOf(storage, named),
      () => makePeer(storage, named, key),
    );
  },
  readCard: async ({ caller: { resident }, params: { peer_id: id } }) => {
    const found = await peerOf(storage, { resident, id });
    if (found !== undefined) return answer({ peer_card: cardOf(id, found) });
    const heard = await peerHeard(hearing, { resident, id });
    return heard === undefined ? unknown('peer') : answer({ peer_card: heardCardOf(id, heard) });
  },
  chat: async ({ caller: { resident }, params: { peer_id: peer }, body, hold, signal }) => {
    const { query, session_id: session, reasoning_level: level = 'low' } = body;
    if ((await peerOf(storage, { resident, id: peer })) === undefined) return unknown('peer');
    if (session !== undefined && (await sessionOf(storage, { resident, id: session })) === undefined)
      return unknown('session');
    const about = { resident, peer, session: session ?? null };
    const outcome = await answered(storage, model, about, { query, level, price: hold, signal });
    if (outcome.type === 'failed') return { type: 'refused', code: 'inference_failed', reason: outcome.reason };
    const messages = outcome.passages.map((passage) => ({
      id: passage.id,
      session_id: passage.session,
      peer_id: passage.peer,
      created_at: passage.created_at.toISOString(),
    }));
    return paidAnswer(hold, { content: outcome.content, evidence: { messages } });
  },
});

const onSessions = (storage: Storage, hearing: Hearing): OnSessions => ({
  listSessions: async ({ caller: { resident }, query }) => {
    const written: Page<SessionRow> = await sessionsOf(storage, resident, query);
    const visits = query.auto ? await visitsAfter(hearing, resident, query) : [];
    return answer(shownPage(joined(written, visits, query.limit), (session) => shownNamed(resident, session)));
  },
  makeSession: async ({ caller: { resident }, body: { id }, key }) => {
    const named = { resident, id, key };
    return gotOrMade(
      named,
      () => sessionOf(storage, named),
      () => makeSession(storage, named, key),
    );
  },
  readContext: async ({ caller: { resident }, params: { session_id: id }, query: { tokens } }) => {
    if ((await sessionOf(storage, { resident, id })) === undefined) {
      const visit = await visitNamed(hearing, { resident, id });
      if (visit === undefined) return unknown('session');
      const words = await contextOfVisit(hearing, visit, tokens);
      return answer({ id, messages: words.map((one) => shownHeard(resident, one)), summary: null });
    }
    const messages = await contextOf(storage, { resident, id }, tokens);
    return answer({ id, messages: messages.map((one) => shownMessage(resident, one)), summary: null });
  },
  addMessages: async ({ caller: { resident }, params: { session_id: id }, body: { messages }, key, hold }) => {
    const added = await addMessages(storage, { to: { resident, id }, messages, key });
    if (typeof added === 'string') return full(added);
    if ('type' in added) return added;
    return paidAnswer(hold, { messages: added.map((one) => shownMessage(resident, one)) });
  },
  listMessages: async ({ caller: { resident }, params: { session_id: id }, query }) => {
    if ((await sessionOf(storage, { resident, id })) === undefined) {
      const visit = await visitNamed(hearing, { resident, id });
      if (visit === undefined) return unknown('session');
      return answer(shownPage(await wordsOf(hearing, visit, query), (one) => shownHeard(resident, one)));
    }
    return answer(shownPage(await messagesOf(storage, { resident, id }, query), (one) => shownMessage(resident, one)));
  },
});

const onEverything = (storage: Storage, hearing: Hearing): OnEverything => ({
  search: async ({ caller: { resident }, body: { query, limit = foundDefault, auto = false } }) => {
    const words = auto ? await wordsToSearch(hearing, resident) : [];
    const positions = await textsWith(
      storage,
      words.map(({ content }) => content),
      query,
      limit,
    );
    const heard = positions.flatMap((n) => words.slice(n, n + 1)).map((one) => shownHeard(resident, one));
    const found = await messagesWith(storage, resident, query, limit);
    const items = [...heard, ...found.map((one) => shownMessage(resident, one))].slice(0, limit);
    return answer({ items, next_cursor: null });
  },
  readQueue: async () =>
    answer({ total_work_units: 0, completed_work_units: 0, in_progress_work_units: 0, pending_work_units: 0 }),
});

/** A key is recorded also where there is nothing to make. */
async function gotOrMade(
  { resident, id, key }: Named & Pick<ServiceCall, 'key'>,
  find: () => Promise<Made | undefined>,
  make: () => Promise<MadeOrNot>,
): Promise<ServiceOutcome<'not_found', ReturnType<typeof shownNamed>>> {
  const known = key === null ? await find() : undefined;
  const made = known === undefined ? await make() : undefined;
  if (made !== undefined) return typeof made === 'string' ? full(made) : made;
  const found = known ?? (await find());
  return found === undefined ? unknown('workspace') : answer(shownNamed(resident, { ...found, id }));
}

const unknown = (kind: keyof typeof adviceOn): ServiceRefusal<'not_found'> => ({
  type: 'refused',
  code: 'not_found',
  kind,
  advice: adviceOn[kind],
});

const adviceOn = {
  workspace: 'You have one alone: its id is your own, GET /v1/me shows it.',
  peer: 'Nothing that it said was kept: GET /v1/global-services/memory/peers lists those that you have.',
  session: 'Nothing was kept in it: GET /v1/global-services/memory/sessions lists those that you have.',
} as const;

const most = {
  peers: { path: 'peer_id', message: `you have ${peersMax} peers, and more are not kept: name one that you have` },
  sessions: {
    path: 'session_id',
    message: `you have ${sessionsMax} sessions, and more are not kept: name one that you have`,
  },
} as const;

const full = (of: Full): ServiceRefusal<never> => ({ type: 'refused', code: 'invalid_request', issues: [most[of]] });

const shownWorkspace = (id: string, { created_at }: Made) => ({ id, created_at: created_at.toISOString() });

const shownNamed = (resident: string, { id, created_at, location, auto }: SessionRow) => ({
  id,
  workspace_id: resident,
  created_at: created_at.toISOString(),
  ...(auto && { auto }),
  ...(location !== undefined && { location }),
});

const shownPage = <Row, Shown>({ items, next }: Page<Row>, shown: (row: Row) => Shown) => ({
  items: items.map(shown),
  next_cursor: next,
});
