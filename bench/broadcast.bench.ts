/**
 * Row 2: `POST /v1/mesh/broadcast`, answered after its commit, at 256 connections: 256 residents at home, so that what is
 * measured is the way of a turn and not its delivery to listeners. Against a bare uWebSockets route that parses and echoes
 * the same body, and against pgbench on the same Postgres. At last the same in two cities, while the operator looks at one of them, whose
 * turns are noted, and at the other not.
 */

import { must } from '../engine/assert.ts';
import { alternateLoads, cell, cpuOf, rateOf, roundsText, type Sides } from './harness/alternating-loads.ts';
import { startBare } from './harness/bare-server.ts';
import { City } from './harness/city.ts';
import { familyMicros } from './harness/cpu.ts';
import { pgbench, pgbenchClients, preparePgbench } from './harness/pgbench.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found } from './harness/residents.ts';
import { rounds, seconds } from './harness/settings.ts';
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
}

export const broadcast: Bench = {
  name: 'broadcast',
  run: async () => {
    const { city, load: ours } = await startCity();
    const bare = await startBare({});
    const figures = await measure(city, ours, { ...ours, port: bare.port, pid: bare.pid });
    await bare.end();
    const looked = await measureNoted(ours);
    await city.end();
    return [againstBare(figures), againstPgbench(figures), againstUnnoted(looked)];
  },
};

/** A city with as many residents as connections, and its load. */
async function startCity(): Promise<{ readonly city: City; readonly load: Load; readonly resident: string }> {
  const city = await City.start();
  const residents = await found(city, { count: connections, lifespan: 10_000 });
  const requests = residents.map(({ token }) => rawRequest('POST', '/v1/mesh/broadcast', token, body));
  const requestsFile = writeRequests(city.folder, 'broadcast', requests);
  const of: Load = { connections, seconds: seconds(5), requestsFile, port: city.port, pid: city.pid };
  return { city, load: of, resident: must(residents[0], 'a resident').id };
}

async function measure(city: City, ours: Load, bare: Load): Promise<Figures> {
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

/** The same load, alternately, of a city that the operator has looked at, which then notes its turns, and of one that nobody has. */
async function measureNoted(unnoted: Load): Promise<Sides> {
  const { city, load: noted, resident } = await startCity();
  await city.portal('GET', `/v1/dashboard/actors/resident:${resident}`);
  const sides = await alternateLoads(rounds(9), noted, unnoted, seconds(5));
  await city.end();
  return sides;
}

function againstUnnoted({ ours: noted, bare: unnoted }: Sides): Row {
  const row = {
    figure: 'POST /v1/mesh/broadcast while the operator looks',
    ours: `${rounded(cpuOf(noted))} us CPU`,
    comparator: `in another city, while nobody does, ${rounded(cpuOf(unnoted))} us`,
    details: [roundsText('while the operator looks', noted), roundsText('while nobody does', unnoted)],
  };
  return compared(row, cpuOf(noted) / cpuOf(unnoted), { atMost: 1.03 });
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
