/** `civitas replay`: the city as it was after a turn, at a tick or at a time. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Opened } from '../engine/commit/past.ts';
import type { CityState } from '../engine/state/city-state.ts';
import { startPastPortal } from '../host/past-portal.ts';
import { Traces } from '../host/traces.ts';
import type { PostgresHistory } from '../persistence/postgres/history.ts';
import { readPast } from '../persistence/postgres/past-reading.ts';
import { EventHash, lineOf } from '../research/runs/event-log.ts';
import { cityFigures } from '../research/runs/figures.ts';
import { stateHash } from '../research/runs/state-hash.ts';
import { forkNoteIn, interventionsIn } from './fork/note.ts';
import { momentOf, type PastFolder, stateAt, withHistory, withOpenFolder } from './past-folder.ts';

export interface ReplayOptions {
  readonly data?: string;
  readonly at?: string;
  /** The same, as it was once called. */
  readonly to?: string;
  /** Prints, and serves no pages. */
  readonly print?: boolean;
  readonly port: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const portMax = 65_535;

/**
 * Says what is known of the moment, then shows it until the signal is aborted. Throws an error of one sentence for whatever cannot be
 * opened.
 */
export async function replay(
  env: Env,
  { data, at, to, print = false, port }: ReplayOptions,
  { say, signal }: { readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const given = at ?? to;
  if (given === undefined || (at !== undefined && to !== undefined))
    throw new Error('Say at what moment, once: --at turn:9000, --at tick:120 or --at 2026-01-02T10:00Z.');
  const moment = momentOf(at === undefined ? '--to' : '--at', given, new Date());
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > portMax)
    throw new Error(`--port ${port}: not a whole number from 0 to ${portMax}.`);
  await withOpenFolder(env, data, async (folder) => {
    const state = await withHistory(folder, async (history) => {
      const past = await stateAt(folder, history, moment);
      for (const line of await report(past, history)) say(line);
      for (const line of forkLines(folder.config.DATA_DIR, past.opened.turn)) say(line);
      return past.state;
    });
    if (!print && !signal.aborted) await serve(folder, state, Number(port), say, signal);
  });
}

async function report(
  { state, opened }: { readonly state: CityState; readonly opened: Opened },
  history: PostgresHistory,
): Promise<readonly string[]> {
  const events = new EventHash();
  let first: number | undefined;
  for await (const event of history.events(0, state.counters.seq)) {
    first ??= event.seq;
    events.add(lineOf(event));
  }
  const { turn, seq, tick, tickAt } = state.counters;
  const { population, gini, balances } = cityFigures(state);
  const from = opened.base === 0 ? 'the beginning' : `the base of batch ${opened.base}`;
  const otherVersion = `Another version of the code made turn ${opened.wanted}: this is the end of its batch.`;
  return [
    ...(opened.wanted === undefined ? [] : [otherVersion]),
    `turn        ${turn} (batch ${opened.batch}, opened from ${from})`,
    `tick        ${tick}, begun ${new Date(tickAt).toISOString()}`,
    `state       ${stateHash(state)}`,
    `events      ${first === undefined ? 'none' : `${first} to ${seq}`}; hash ${events.digest()}`,
    `living      ${population}`,
    `gini        ${gini ?? 'nobody has anything'}`,
    ...Object.entries(balances).map(([holder, held]) => `${holder.padEnd(12)}${held / 1000} credits`),
  ];
}

/** Of a fork: from what it was forked, and which of its turns so far are interventions. */
function forkLines(data: string, turn: number): readonly string[] {
  const note = forkNoteIn(data);
  if (note === undefined) return [];
  const interventions = interventionsIn(data, turn);
  return [
    `a fork      of ${note.parent.data}, after turn ${note.parent.turn}`,
    ...(interventions.length === 0 ? [] : [`intervened  in turns ${interventions.join(', ')}`]),
  ];
}

async function serve(
  { data, config, server }: PastFolder,
  state: CityState,
  port: number,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const reading = readPast(server.address, state.counters);
  const file = join(config.DATA_DIR, 'operator.token');
  const token = config.ADMIN_TOKEN ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
  const log = pino({ level: 'error', base: null });
  const traces = new Traces(data === undefined ? {} : { data });
  try {
    const portal = await startPastPortal({
      ...{ config, state, reading, log, port, pastCharts: traces },
      ...(token !== undefined && { operatorToken: token }),
    });
    say(`Its pages are at http://${config.HOST}:${portal.port}/ until Ctrl-C.`);
    if (!signal.aborted) await once(signal, 'abort');
    await portal.close();
  } finally {
    await traces.stop();
    await reading.close();
  }
}
