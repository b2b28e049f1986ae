/**
 * Searches the memories of a city's residents from a process of its own: by the handler of the service, called as the gateway calls
 * it, or by its statement alone, over the same number of connections. Says also what the server reads for one search.
 */
import { performance } from 'node:perf_hooks';
import { must } from '../../engine/assert.ts';
import { connect, type DatabaseAddress } from '../../persistence/postgres/connections.ts';
import { openServiceStorage, schemaNameOf } from '../../persistence/postgres/service-storage.ts';
import type { ServiceOutcome, Storage } from '../../services/contract.ts';
import { searchRankedMax } from '../../services/memory/bounds.ts';
import { openMemory } from '../../services/memory/open.ts';
import { anyOf } from '../../services/query-words.ts';
import { memory } from '../../test/services/defaults.ts';
import { answer, answerEach, options } from '../harness/program-io.ts';
import { readBy } from '../harness/query-plan.ts';

export interface MemorySearchOptions {
  readonly database: Exclude<DatabaseAddress, string>;
  /** One of them is searched for in each memory, in turn. */
  readonly queries: readonly string[];
}

export interface MemorySearchRequest {
  readonly by: 'handler' | 'statement';
  /** How many are under way at once. */
  readonly atOnce: number;
  readonly ms: number;
}

/** The first answer has the statement only. */
export interface MemorySearchReport {
  readonly requests: number;
  readonly perSecond: number;
  /** Microseconds of this process for each. */
  readonly cpu: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Rows of messages that the server has read for one search, at most; all of them if no index was used. */
  readonly rowsReadMax: number;
}

const { database, queries } = options<MemorySearchOptions>();
const limit = 10;
/** As many connections as a service has. */
const connectionsMax = 4;
const explained = 50;

interface Searched {
  readonly resident: string;
  readonly query: string;
}

const storage = await openServiceStorage(
  database,
  memory.manifest.id,
  new URL(must(memory.migrations, 'its migrations')).pathname,
);
let statement = '';
/** Remembers the text of the last statement: it stands nowhere but in the service. */
const listening: Storage = {
  run: async (run) => {
    const rows = await storage.run(run);
    statement = textOf(rows) ?? statement;
    return rows;
  },
};

const signal = new AbortController().signal;
const { handlers } = await openMemory({ storage });
const call = ({ resident, query }: Searched, to = handlers): Promise<ServiceOutcome> =>
  to.search({
    ...{ params: {}, query: {}, body: { query, limit }, caller: { resident, pseudonym: '' } },
    given: { params: {}, query: {}, body: { query, limit } },
    ...{ key: null, hold: 0, balance: 0, signal },
  });

const schema = { name: schemaNameOf(memory.manifest.id) };
const sql = connect(database, { connectionsMax, deadlineMs: 0, statementTimeoutMs: 0, schema });
const byHandler = async (searched: Searched) => {
  const outcome = await call(searched);
  if (outcome.type !== 'answer') throw new Error(`a search came to ${outcome.type}`);
};
/** The parameters of the statement (`services/memory/searching.ts`). */
const given = ({ resident, query }: Searched) =>
  [query, anyOf(query), resident, resident, searchRankedMax, limit] as const;
const byStatement = async ({ resident, query }: Searched) =>
  void (await sql.unsafe(statement, [...given({ resident, query })], { prepare: true }));

function textOf(rows: unknown): string | undefined {
  if (typeof rows !== 'object' || rows === null || !('statement' in rows)) return undefined;
  const { statement: of } = rows;
  return typeof of === 'object' && of !== null && 'string' in of ? String(of.string) : undefined;
}

let next = 0;

async function search({ by, atOnce, ms }: MemorySearchRequest): Promise<MemorySearchReport> {
  const once = by === 'handler' ? byHandler : byStatement;
  const latencies: number[] = [];
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const searching = async () => {
    while (performance.now() - startedAt < ms) {
      const from = performance.now();
      await once(must(searches[next++ % searches.length], 'a search'));
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, searching));
  const { user, system } = process.cpuUsage(cpuBefore);
  const requests = latencies.length;
  const perSecond = (requests * 1000) / (performance.now() - startedAt);
  return { requests, perSecond, cpu: (user + system) / requests, ...quantiles(latencies), rowsReadMax };
}

function quantiles(latencies: readonly number[]): Pick<MemorySearchReport, 'p50Ms' | 'p99Ms'> {
  const sorted = Float64Array.from(latencies).sort();
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50Ms: share(0.5), p99Ms: share(0.99) };
}

/** Everybody who remembers anything, and what is searched for there. */
async function everyone(): Promise<readonly Searched[]> {
  const residents = await sql<{ resident: string }[]>`select resident from workspace order by resident`;
  return residents.map(({ resident }, n) => ({ resident, query: must(queries[n % queries.length], 'a query') }));
}

/** Learns the statement from a handler that runs it, and what the server does for it. */
async function explain(): Promise<number> {
  const own = (await openMemory({ storage: listening })).handlers;
  await call(must(searches[0], 'a search'), own);
  const alone = connect(database, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0, schema });
  await alone.unsafe(`prepare searched as ${statement}`);
  let most = 0;
  for (const searched of searches.slice(0, explained)) {
    const run = `execute searched (${given(searched).map((value) => `'${value}'`)})`;
    most = Math.max(most, readBy(await alone.unsafe(`explain (analyze, format json) ${run}`), 'message'));
  }
  await alone.end();
  return most;
}

const searches = await everyone();
const rowsReadMax = await explain();
answer({
  ...{ requests: 0, perSecond: 0, cpu: 0, p50Ms: 0, p99Ms: 0, rowsReadMax },
} satisfies MemorySearchReport);
await answerEach<MemorySearchRequest>(search);
