/**
 * `POST /v1/location/move` between the Commons and pods, answered after its commit, at 256 connections: 256 residents
 * through public exits and 256 others through gated ones, where each way in pays a toll. An exit leads in and back again,
 * so that every request is the same one and each is a journey of its resident.
 *
 * Against pgbench on the same Postgres, between our rounds: without a city in memory a move is just such a transaction, one
 * row of the resident's and one line of history. pgbench has no HTTP, no rules and no toll in its transaction, so it is
 * the better of what a plain server with that database could do. Broadcasts of the same residents stand below, since a
 * broadcast is one actor's turn: what it costs more to go through a connection and into a place.
 */

import type { ResidentCredentials } from '../client/founding-request.ts';
import { cell, rateOf, roundsText } from './harness/alternating-loads.ts';
import { City } from './harness/city.ts';
import { familyMicros } from './harness/cpu.ts';
import { pgbench, pgbenchClients, preparePgbench } from './harness/pgbench.ts';
import { builderIn, deployed } from './harness/pods-over-http.ts';
import { runProgram } from './harness/program.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found, gather } from './harness/residents.ts';
import { population, rounds, scale, seconds, serverFlags } from './harness/settings.ts';
import { type Bench, compared, incomplete, listed, median, type Row, rounded } from './harness/table-row.ts';
import { MissingTool } from './harness/tools.ts';
import { type Load, type Loaded, load, writeRequests } from './harness/wrk.ts';
import type { MovesOptions, MovesReport } from './programs/moves.ts';

const connections = 256;
/** At 256 connections a busy machine may answer nothing in the first second. */
const secondsMin = 3;
const podsCount = 16;
const atLeast = 1;
const accesses = ['public', 'gated'] as const;
type Access = (typeof accesses)[number];

interface Side {
  readonly access: Access;
  readonly load: Load;
  readonly loaded: Loaded[];
  /** Microseconds of all processes of Postgres for each of our requests. */
  readonly postgres: number[];
  /** In memory. */
  readonly turns: MovesReport[];
}

interface Others {
  readonly broadcast: Loaded[];
  /** Transactions a second, or why there are none. */
  readonly pgbench: readonly number[] | string;
}

export const moves: Bench = {
  name: 'moves',
  run: async () => {
    const city = await City.start();
    const public_ = await sideOf(city, 'public');
    const sides = [public_.side, await sideOf(city, 'gated').then(({ side }) => side)];
    const body = JSON.stringify({
      message: 'good morning, all of you: the square is full today and the bread is fresh',
    });
    const said = public_.travellers.map(({ token }) => rawRequest('POST', '/v1/mesh/broadcast', token, body));
    const broadcast = { ...public_.side.load, requestsFile: writeRequests(city.folder, 'said', said) };
    const others = await measure(city, sides, broadcast);
    await city.end();
    for (const side of sides) for (let round = rounds(3); round > 0; round--) side.turns.push(await turns(side.access));
    return sides.map((side) => rowOf(side, others));
  },
};

/** As many pods and residents for each kind of exit: who is inside of one pod cannot go through the door of another. */
async function sideOf(city: City, access: Access): Promise<{ side: Side; travellers: readonly ResidentCredentials[] }> {
  const builder = await builderIn(city);
  const exits: string[] = [];
  for (let n = 0; n < podsCount; n++)
    exits.push((await deployed(builder, { name: `Lamp Shop ${access} ${n}`, access })).exit);
  const travellers = await found(city, { count: connections, lifespan: 10_000 });
  await gather(city, travellers);
  const requests = travellers.map(({ token }, n) =>
    rawRequest('POST', '/v1/location/move', token, JSON.stringify({ exit_id: exits[n % podsCount] })),
  );
  const requestsFile = writeRequests(city.folder, access, requests);
  const load = { connections, seconds: Math.max(secondsMin, seconds(5)), requestsFile, port: city.port, pid: city.pid };
  return { side: { access, load, loaded: [], postgres: [], turns: [] }, travellers };
}

async function measure(city: City, sides: readonly Side[], broadcast: Load): Promise<Others> {
  const missing = await preparePgbench(city).then(
    () => undefined,
    (cause: unknown) => (cause instanceof MissingTool ? cause.message : Promise.reject(cause)),
  );
  for (const one of [...sides.map((side) => side.load), broadcast])
    await load({ ...one, seconds: Math.max(secondsMin, seconds(2)) });
  const others = { broadcast: [] as Loaded[], pgbench: [] as number[] };
  for (let round = rounds(3); round > 0; round--) {
    for (const side of sides) {
      const before = familyMicros(city.postmasterPid);
      const loaded = await load(side.load);
      side.loaded.push(loaded);
      side.postgres.push((familyMicros(city.postmasterPid) - before) / loaded.requests);
    }
    others.broadcast.push(await load(broadcast));
    if (missing === undefined) others.pgbench.push(await pgbench(city, seconds(5)));
  }
  return { ...others, pgbench: missing ?? others.pgbench };
}

function turns(access: Access): Promise<MovesReport> {
  const options: MovesOptions = {
    access,
    residents: population(1000),
    pods: podsCount,
    warmMs: 1500 * scale,
    ms: 3000 * scale,
  };
  return runProgram<MovesReport>('moves', options, serverFlags);
}

function rowOf({ access, loaded, postgres, turns }: Side, { broadcast, pgbench: transactions }: Others): Row {
  const figure = `moves through ${access} exits/s`;
  const details = [
    roundsText('ours', loaded),
    `Postgres ${listed(postgres)} us CPU a move besides; ${connections} residents over as many connections, ${podsCount} pods${access === 'gated' ? ', each way in pays' : ''}`,
    `broadcasts at the same time: ${cell(broadcast)}; ratio ${rounded(rateOf(loaded) / rateOf(broadcast))}`,
    `turns in memory: ${listed(turns.map(({ perSecond }) => perSecond))} moves/s; ${listed(turns.map(({ cpu }) => cpu))} us CPU a move`,
  ];
  if (typeof transactions === 'string')
    return incomplete({ figure, ours: cell(loaded), comparator: transactions, details }, `>= ${atLeast}`);
  return compared(
    {
      figure,
      ours: cell(loaded),
      comparator: `pgbench -N -c ${pgbenchClients}: ${rounded(median(transactions))}/s`,
      details: [...details, `pgbench: ${listed(transactions)} transactions/s, on the same server, between our rounds`],
    },
    rateOf(loaded) / median(transactions),
    { atLeast },
  );
}
