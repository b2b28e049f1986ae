/**
 * A city in this process with some residents, its City API, and in place of the database a journal that counts what Postgres would be sent.
 * The acts that are counted are done in it, each answered before the next begins.
 */

import { commandAndWait } from '../../actors/registry.ts';
import { commonsExit, homeExit, residentActor } from '../../actors/rules/place/names.ts';
import { readConfig } from '../../config/settings.ts';
import type { CityEngine } from '../../engine/city.ts';
import type { Appended, Batch, Journal, JournalRow } from '../../engine/ports.ts';
import { InProcessCityApi } from '../../gateways/city/in-process-city-api.ts';
import { gatewaySettings } from '../../gateways/settings.ts';
import { appendOf } from '../../persistence/postgres/append-statement.ts';
import { encodeJournal, journalChecksum } from '../../persistence/row-codec.ts';
import { found, openWorld, silentLog } from '../../test/world.ts';

/** What went to the database. */
export interface Sent {
  statements: number;
  parameters: number;
  /** Characters of all parameters. */
  written: number;
}

class CountingJournal implements Journal {
  readonly #journal: Journal;
  readonly #sent: Sent;

  constructor(journal: Journal, sent: Sent) {
    this.#journal = journal;
    this.#sent = sent;
  }

  append(batch: Batch): Promise<Appended> {
    const body = encodeJournal(batch);
    const { parameters } = appendOf(1, batch, body, journalChecksum(body), null);
    this.#sent.statements += 1;
    this.#sent.parameters += parameters.length;
    for (const parameter of parameters) this.#sent.written += String(parameter ?? '').length;
    return this.#journal.append(batch);
  }

  read(after: number): AsyncIterable<JournalRow> {
    return this.#journal.read(after);
  }
}

/** Of no city that is counted has anybody too little. */
const credits = 1_000_000_000;
const price = { held: 10, taken: 4 } as const;
const env = { RESIDENT_RATE_PER_MINUTE: '1000000000' } as const;

type Acts = Readonly<Record<string, () => Promise<void>>>;

export interface CountedCity {
  readonly sent: Sent;
  /** By name; each ends when it is answered. */
  readonly acts: Acts;
}

/** `hearers`: residents at the Commons who have a socket open, besides the one who speaks there. */
export async function openCountedCity(hearers: number): Promise<CountedCity> {
  const sent: Sent = { statements: 0, parameters: 0, written: 0 };
  const perform = async () => ({ result: { type: 'served', cost: price.taken } as const });
  const world = await openWorld({
    env,
    journalOf: (journal) => new CountingJournal(journal, sent),
    services: { after: 'lost', failsAfterMs: 10_000, perform },
  });
  const config = readConfig({ ...env });
  const { city, clock } = world;
  const api = new InProcessCityApi({
    ...{ city, clock, log: silentLog, settings: gatewaySettings(config) },
    cursorKey: 'a secret of the counts',
  });
  const ada = await found(city, 'Ada', credits);
  await found(city, 'Bo', credits);
  await post(api, 'Ada', '/v1/location/move', { exit_id: commonsExit });
  for (let n = 0; n < hearers; n++) await listen(api, city, `Hearer ${n}`);
  return { sent, acts: hearers > 0 ? heardActs(api, hearers) : unheardActs(api, city, ada) };
}

const text = 'good morning, all of you';

function unheardActs(api: InProcessCityApi, city: CityEngine, ada: string): Acts {
  let calls = 0;
  return {
    me: () => asked(api, 'GET', 'Ada', '/v1/me', ''),
    broadcast: () => post(api, 'Ada', '/v1/mesh/broadcast', { message: text }),
    'move and back': async () => {
      await post(api, 'Bo', '/v1/location/move', { exit_id: commonsExit });
      await post(api, 'Bo', '/v1/location/move', { exit_id: homeExit });
    },
    'priced call': async () => {
      const called = { service: 'at-once', operation: 'ask', hold: price.held, halfInStudy: false } as const;
      const reference = `reference ${calls++}`;
      const event = { type: 'call_global_service', ...called, reference, availability: 'everywhere' } as const;
      const { type } = await city.submit(commandAndWait(residentActor(ada), event));
      if (type !== 'applied') throw new Error(`a priced call was ${type}`);
    },
  };
}

function heardActs(api: InProcessCityApi, hearers: number): Acts {
  return { [`broadcast that ${hearers} hear`]: () => post(api, 'Ada', '/v1/mesh/broadcast', { message: text }) };
}

async function listen(api: InProcessCityApi, city: CityEngine, name: string): Promise<void> {
  await found(city, name, credits);
  await post(api, name, '/v1/location/move', { exit_id: commonsExit });
  api.listen(`Bearer token of ${name}`, city.health.seq, () => {});
}

const post = (api: InProcessCityApi, who: string, path: string, body: object): Promise<void> =>
  asked(api, 'POST', who, path, JSON.stringify(body));

async function asked(
  api: InProcessCityApi,
  method: 'GET' | 'POST',
  who: string,
  path: string,
  body: string,
): Promise<void> {
  const answer = await api.ask({ method, path, body, authorization: `Bearer token of ${who}`, key: '', cause: '' });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
}
