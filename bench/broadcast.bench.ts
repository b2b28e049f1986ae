/**
 * Row 2: `POST /v1/mesh/broadcast`, answered after its commit, at 256 connections: 256 residents at home, so that what is
 * measured is the way of a turn and not its delivery to listeners. Against a bare uWebSockets route that parses and echoes
 * the same body, and against pgbench on the same Postgres. At last the same while the operator looks, so that turns are noted.
 */

import type { ResidentCredentials } from '../client/founding-request.ts';
import { must } from '../engine/assert.ts';
import { cell, cpuOf, rateOf, roundsText } from './harness/alternating-loads.ts';
import { startBare } from './harness/bare-server.ts';
import { City } from './harness/city.ts';
import { familyMicros } from './harness/cpu.ts';
import { pgbench, pgbenchClients, preparePgbench } from './harness/pgbench.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found } from './harness/residents.ts';
import { rounds, scale, seconds } from './harness/settings.ts';
import { type Bench, compared, incomplete, listed, median, type Row, rounded } from './harness/table-row.ts';
import { MissingTool } from './harness/tools.ts';
import { type Load, type Loaded, load, writeRequests } from './harness/wrk.ts';

const connections = 256;
const body = JSON.stringify({ message: 'good morning, all of you: the square is full today and the bread is fresh' });

interface Figures {
  readonly ours: readonly Loaded[];
  /** Microseconds of all processes of Postgres for each of our requests. */
  readonly postgres: readonly number[];
  readonly bare: readonly Loaded[];
  /** Transactions a second, or why there are none. */
  readonly pgbench: readonly number[] | string;
  /** Ours, after all the others, while the operator looks. */
  readonly noted: readonly Loaded[];
}

export const broadcast: Bench = {
  name: 'broadcast',
  run: async () => {
    const city = await City.start();
    const residents = await found(city, { count: connections, lifespan: 10_000 });
    const bare = await startBare({});
    const requests = residents.map(({ token }) => rawRequest('POST', '/v1/mesh/broadcast', token, body));
    const common = {
      connections,
      seconds: seconds(5),
      requestsFile: writeRequests(city.folder, 'broadcast', requests),
    };
    const ours: Load = { ...common, port: city.port, pid: city.pid };
    const measured = await measure(city, ours, { ...common, port: bare.port, pid: bare.pid });
    const figures = { ...measured, noted: await measureNoted(city, must(residents[0], 'a resident'), ours) };
    await bare.end();
    await city.end();
    return [againstBare(figures), againstPgbench(figures), againstUnnoted(figures)];
  },
};

async function measure(city: City, ours: Load, bare: Load): Promise<Omit<Figures, 'noted'>> {
  const missing = await preparePgbench(city).then(
    () => undefined,
    (cause: unknown) => (cause instanceof MissingTool ? cause.message : Promise.reject(cause)),
  );
  await load({ ...ours, seconds: seconds(2) });
  await load({ ...bare, seconds: seconds(2) });
  const figures = { ours: [] as Loaded[], postgres: [] as number[], bare: [] as Loaded[] };
  const transactions: number[] = [];
  for (let round = rounds(3); round > 0; round--) {
    const before = familyMicros(city.postmasterPid);
    const loaded = await load(ours);
    figures.ours.push(loaded);
    figures.postgres.push((familyMicros(city.postmasterPid) - before) / loaded.requests);
    figures.bare.push(await load(bare));
    if (missing === undefined) transactions.push(await pgbench(city, seconds(5)));
  }
  return { ...figures, pgbench: missing ?? transactions };
}

/** The city notes its turns for ten minutes after each look. */
async function measureNoted(city: City, { id }: ResidentCredentials, ours: Load): Promise<readonly Loaded[]> {
  await city.portal('GET', `/v1/dashboard/actors/resident:${id}`);
  if (scale >= 1) await load({ ...ours, seconds: seconds(2) });
  const noted: Loaded[] = [];
  for (let round = rounds(3); round > 0; round--) noted.push(await load(ours));
  return noted;
}

function againstUnnoted({ ours, noted }: Figures): Row {
  const row = {
    figure: 'POST /v1/mesh/broadcast while the operator looks',
    ours: `${rounded(cpuOf(noted))} us CPU`,
    comparator: `while nobody does ${rounded(cpuOf(ours))} us`,
    details: [roundsText('while the operator looks', noted)],
  };
  return compared(row, cpuOf(noted) / cpuOf(ours), { atMost: 1.03 });
}

function againstBare({ ours, bare, postgres }: Figures): Row {
  const lines = [
    roundsText('ours', ours),
    roundsText('bare', bare),
    `${connections} connections, as many residents, each at home; Postgres ${listed(postgres)} us CPU a request besides`,
    `ratio of server CPU ${(cpuOf(bare) / cpuOf(ours)).toFixed(2)}`,
  ];
  const row = {
    figure: 'POST /v1/mesh/broadcast, requests/s',
    ours: cell(ours),
    comparator: `bare echo ${cell(bare)}`,
    details: lines,
  };
  return compared(row, rateOf(ours) / rateOf(bare), { atLeast: 0.35 });
}

function againstPgbench({ ours, pgbench: transactions }: Figures): Row {
  const figure = 'POST /v1/mesh/broadcast, requests/s';
  if (typeof transactions === 'string')
    return incomplete({ figure, ours: cell(ours), comparator: transactions, details: [] }, '>= 4');
  const row = {
    figure,
    ours: cell(ours),
    comparator: `pgbench -N -c ${pgbenchClients}: ${rounded(median(transactions))}/s`,
    details: [`pgbench: ${listed(transactions)} transactions/s, on the same server, between our rounds`],
  };
  return compared(row, rateOf(ours) / median(transactions), { atLeast: 4 });
}
