/**
 * A free search of the memory service, in a city whose residents remember 100 messages each: 1,000,000 of 10,000 residents.
 *
 * Over the City API against the same handler called in a process of its own, over the same data and with as many searches under way:
 * what a search costs the city's process more is the way through the gateway. Then the handler, one search after the other, against
 * its statement alone, by the same client: what is left is the time of Postgres. And what Postgres reads for a search, which must be
 * no message of another resident.
 */

import type { ResidentCredentials } from '../client/founding-request.ts';
import { cell, cpuOf, roundsText } from './harness/alternating-loads.ts';
import { City } from './harness/city.ts';
import { familyMicros } from './harness/cpu.ts';
import { Program } from './harness/program.ts';
import { rawRequest } from './harness/raw-request.ts';
import { messagesEach, remember, wordAt } from './harness/remembered-messages.ts';
import { found } from './harness/residents.ts';
import { population, rounds, seconds, serverFlags } from './harness/settings.ts';
import { type Bench, compared, listed, median, printed, type Row, rounded } from './harness/table-row.ts';
import { type Loaded, load, writeRequests } from './harness/wrk.ts';
import type { MemorySearchOptions, MemorySearchReport, MemorySearchRequest } from './programs/memory-search.ts';

const connections = 64;
const path = '/v1/global-services/memory/search';
/** Words of these ranks are asked for in turn: in 67 to 5 messages of a resident. */
const ranks = 20;

/** One way to search, one search after the other. */
interface Way {
  readonly by: MemorySearchRequest['by'];
  readonly reports: MemorySearchReport[];
  /** Microseconds of all processes of Postgres for each search. */
  readonly postgres: number[];
}

export const memorySearch: Bench = {
  name: 'memory-search',
  run: async () => {
    const city = await City.start();
    // Fewer would meet the service's own rate, which a smaller bench shall not.
    const residents = await found(city, { count: Math.max(500, population(10_000)), lifespan: 10_000 });
    await remember(
      city,
      residents.map(({ id }) => id),
    );
    const program = await programFor(city);
    const { rowsReadMax } = await program.next();
    const messages = residents.length * messagesEach;
    const rows = [
      await againstHandler(city, residents, program),
      await againstStatement(city, program, messages),
      readRow(rowsReadMax, messages),
    ];
    await program.end();
    await city.end();
    return rows;
  },
};

function programFor(city: City): Promise<Program<MemorySearchReport>> {
  const options: MemorySearchOptions = {
    database: city.database,
    queries: Array.from({ length: ranks }, (_, rank) => wordAt(rank)),
  };
  return Program.start<MemorySearchReport>('memory-search', options, serverFlags);
}

async function againstHandler(
  city: City,
  residents: readonly ResidentCredentials[],
  program: Program<MemorySearchReport>,
): Promise<Row> {
  const requests = residents.map(({ token }, n) =>
    rawRequest('POST', path, token, JSON.stringify({ query: wordAt(n % ranks), limit: 10 })),
  );
  const requestsFile = writeRequests(city.folder, 'searches', requests);
  const ours = { connections, seconds: seconds(5), requestsFile, port: city.port, pid: city.pid };
  const direct: MemorySearchRequest = { by: 'handler', atOnce: connections, ms: 1000 * seconds(5) };
  await load({ ...ours, seconds: seconds(2) });
  await program.ask({ ...direct, ms: 1000 * seconds(2) });
  const sides = { ours: [] as Loaded[], direct: [] as Loaded[] };
  for (let round = rounds(4); round > 0; round--) {
    sides.ours.push(await load(ours));
    sides.direct.push(await program.ask(direct));
  }
  const measured = {
    figure: 'free memory search over the City API, server CPU',
    ours: cell(sides.ours),
    comparator: `handler called directly ${cell(sides.direct)}`,
    details: [
      roundsText('ours', sides.ours),
      roundsText('handler', sides.direct),
      `${connections} at once, ${rounded(residents.length)} residents in turn, one word each, 10 messages at most`,
    ],
  };
  return compared(measured, cpuOf(sides.ours) / cpuOf(sides.direct), { atMost: 1.5 });
}

async function againstStatement(city: City, program: Program<MemorySearchReport>, messages: number): Promise<Row> {
  const ways: readonly [Way, Way] = [
    { by: 'handler', reports: [], postgres: [] },
    { by: 'statement', reports: [], postgres: [] },
  ];
  for (const { by } of ways) await program.ask({ by, atOnce: 1, ms: 1000 * seconds(1) });
  for (let round = rounds(4); round > 0; round--)
    for (const { by, reports, postgres } of ways) {
      const before = familyMicros(city.postmasterPid);
      const report = await program.ask({ by, atOnce: 1, ms: 1000 * seconds(3) });
      postgres.push((familyMicros(city.postmasterPid) - before) / report.requests);
      reports.push(report);
    }
  const [handler, statement] = ways;
  const measured = {
    figure: `a memory search among ${rounded(messages)} messages, p50`,
    ours: `handler ${latencies(handler)}`,
    comparator: `bare SQL ${latencies(statement)}`,
    details: ways.map(linesOf),
  };
  return printed(measured, middle(handler, 'p50Ms') / middle(statement, 'p50Ms'));
}

const middle = ({ reports }: Way, of: 'p50Ms' | 'p99Ms' | 'cpu'): number => median(reports.map((report) => report[of]));

const latencies = (way: Way): string =>
  `${rounded(middle(way, 'p50Ms'))} ms, p99 ${rounded(middle(way, 'p99Ms'))} ms, ${rounded(middle(way, 'cpu'))} us CPU`;

const linesOf = ({ by, reports, postgres }: Way): string =>
  `${by}: p50 ${listed(reports.map(({ p50Ms }) => p50Ms))} ms; p99 ${listed(reports.map(({ p99Ms }) => p99Ms))} ms; ` +
  `${listed(reports.map(({ cpu }) => cpu))} us CPU of the client, ${listed(postgres)} us of Postgres for each`;

function readRow(rowsReadMax: number, messages: number): Row {
  const measured = {
    figure: 'messages read for one memory search, at most',
    ours: rounded(rowsReadMax),
    comparator: `${messagesEach} of the resident, of ${rounded(messages)}`,
    details: ['as `explain (analyze)` counts them for the plan that the service runs'],
  };
  return compared(measured, rowsReadMax / messagesEach, { atMost: 1 });
}
