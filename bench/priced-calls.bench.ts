/**
 * A priced call of a global service that answers at once, at 256 connections of as many residents: a turn that holds the price,
 * the handler, a turn that takes it, each turn answered after its commit.
 *
 * Against two transfers of credits over the same API: each is one turn that moves credits, so that two of them are the nearest thing
 * to the two turns that a caller could ask for; they come as two requests, which is in their favour nowhere. And against the same two
 * turns in memory: what is more is the gateway, the commits and what waits between the turns.
 */

import type { ResidentCredentials } from '../client/founding-request.ts';
import { cell, cpuOf, rateOf, roundsText } from './harness/alternating-loads.ts';
import { City } from './harness/city.ts';
import { familyMicros } from './harness/cpu.ts';
import { instantServicePath } from './harness/instant-service.ts';
import { runProgram } from './harness/program.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found } from './harness/residents.ts';
import { population, rounds, scale, seconds, serverFlags } from './harness/settings.ts';
import { type Bench, listed, median, printed, type Row, rounded } from './harness/table-row.ts';
import { type Load, type Loaded, load, writeRequests } from './harness/wrk.ts';
import type { PricedTurnsOptions, PricedTurnsReport } from './programs/priced-turns.ts';

const connections = 256;
const turnsOfCall = 2;

interface Side {
  readonly load: Load;
  readonly loaded: Loaded[];
  /** Microseconds of all processes of Postgres for each request. */
  readonly postgres: number[];
}

interface Sides {
  readonly calls: Side;
  readonly transfers: Side;
}

export const pricedCalls: Bench = {
  name: 'priced-calls',
  run: async () => {
    const city = await City.start({ program: 'city-with-instant-service' });
    const residents = await found(city, { count: connections, lifespan: 10_000 });
    const sides = sidesOf(city, residents);
    for (const { load: one } of [sides.calls, sides.transfers]) await load({ ...one, seconds: seconds(2) });
    for (let round = rounds(3); round > 0; round--)
      for (const side of [sides.calls, sides.transfers]) await measure(city, side);
    await city.end();
    const turns: PricedTurnsReport[] = [];
    for (let round = rounds(3); round > 0; round--) turns.push(await turnsInMemory());
    return [againstTransfers(sides), againstTurns(sides, turns)];
  },
};

function sidesOf(city: City, residents: readonly ResidentCredentials[]): Sides {
  const question = JSON.stringify({ question: 'what is the toll of the bridge?' });
  const calls = residents.map(({ token }) => rawRequest('POST', instantServicePath, token, question));
  // Each to the next: nobody runs dry.
  const transfers = residents.map(({ token }, n) => {
    const to = residents[(n + 1) % residents.length]?.id;
    return rawRequest('POST', '/v1/credits/transfer', token, JSON.stringify({ to, amount: 0.004 }));
  });
  const sideOf = (name: string, requests: readonly string[]): Side => {
    const requestsFile = writeRequests(city.folder, name, requests);
    const one = { connections, seconds: seconds(5), requestsFile, port: city.port, pid: city.pid };
    return { load: one, loaded: [], postgres: [] };
  };
  return { calls: sideOf('calls', calls), transfers: sideOf('transfers', transfers) };
}

async function measure(city: City, side: Side): Promise<void> {
  const before = familyMicros(city.postmasterPid);
  const loaded = await load(side.load);
  side.loaded.push(loaded);
  side.postgres.push((familyMicros(city.postmasterPid) - before) / loaded.requests);
}

function turnsInMemory(): Promise<PricedTurnsReport> {
  const options: PricedTurnsOptions = { residents: population(1000), warmMs: 1500 * scale, ms: 3000 * scale };
  return runProgram<PricedTurnsReport>('priced-turns', options, serverFlags);
}

function againstTransfers({ calls, transfers }: Sides): Row {
  const measured = {
    figure: 'priced calls of a service that answers at once/s',
    ours: cell(calls.loaded),
    comparator: `two transfers ${rounded(rateOf(transfers.loaded) / turnsOfCall)}/s, ${rounded(cpuOf(transfers.loaded) * turnsOfCall)} us CPU`,
    details: [
      roundsText('calls', calls.loaded),
      roundsText('transfers, single ones', transfers.loaded),
      `Postgres ${listed(calls.postgres)} us CPU a call besides, ${listed(transfers.postgres)} us a transfer`,
      `${connections} connections, as many residents; ratio of server CPU ${rounded(cpuOf(calls.loaded) / (turnsOfCall * cpuOf(transfers.loaded)))}`,
    ],
  };
  return printed(measured, (turnsOfCall * rateOf(calls.loaded)) / rateOf(transfers.loaded));
}

function againstTurns({ calls }: Sides, turns: readonly PricedTurnsReport[]): Row {
  const bare = median(turns.map(({ cpu }) => cpu));
  const measured = {
    figure: 'a priced call over the City API, server CPU',
    ours: `${rounded(cpuOf(calls.loaded))} us`,
    comparator: `its two turns in memory ${rounded(bare)} us`,
    details: [
      `turns: ${listed(turns.map(({ perSecond }) => perSecond))} calls/s; ${listed(turns.map(({ cpu }) => cpu))} us CPU for the two of each`,
    ],
  };
  return printed(measured, cpuOf(calls.loaded) / bare);
}
