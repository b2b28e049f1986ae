/**
 * What residents, visitors, stations and the operator do in a test while a browser looks on: each asks the city itself, and throws when
 * it refuses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../client/wire.ts';
import { CityProcess, type Settings } from '../crash/city.ts';
import { type Asked, ask } from '../crash/http-exchange.ts';

/** Ticks by hand, and nobody is hindered by how fast a test is. */
const settings: Settings = {
  SANDBOX: 'off',
  MINDS: '0',
  VISITOR_RATE_PER_MINUTE: '1000000',
  STATION_SILENT_SECONDS: '3600',
  SOULS_QUEUED_MAX: '1000',
};

export interface Station {
  readonly id: string;
  readonly token: string;
}

export interface Account {
  readonly id: string;
  readonly handle: string;
  readonly password: string;
  readonly token: string;
}

export const password = 'a ladder of rope';

async function done(asked: Promise<Asked>): Promise<Fields> {
  const { status, body, text } = await asked;
  if (status < 200 || status >= 300) throw new Error(`${status} ${text}`);
  return fieldsOf(body);
}

export class Town {
  readonly city: CityProcess;

  private constructor(city: CityProcess) {
    this.city = city;
  }

  /** A city of the test's own, that runs. */
  static async open(t: Test, more: Settings = {}): Promise<Town> {
    const city = await CityProcess.of(t, { ...settings, ...more });
    await city.start();
    const town = new Town(city);
    await town.pagesAreBuilt();
    return town;
  }

  get url(): string {
    return this.city.portalUrl;
  }

  /** Resolves when the pages are built; until then a page says that it is not there yet. */
  async pagesAreBuilt(): Promise<void> {
    for (;;) {
      const { status, text } = await ask(this.city.portalPort, 'GET', '/');
      if (status === 200) return;
      if (text.includes('could not be built')) throw new Error(`the pages could not be built:\n${this.city.output}`);
      await sleep(100);
    }
  }

  /** Posts a request of a resident to the City API. */
  act({ token }: Pick<ResidentCredentials, 'token'>, path: string, body: object = {}): Promise<Fields> {
    return done(this.city.ask('POST', path, { token, body }));
  }

  async look({ token }: Pick<ResidentCredentials, 'token'>, path: string): Promise<Fields> {
    return done(this.city.ask('GET', path, { token }));
  }

  operate(method: string, path: string, body?: object): Promise<Fields> {
    return done(this.city.operate(method, path, body));
  }

  /** Sends a request of a visitor, a station or a stranger to the Portal Gateway. */
  ask(method: string, path: string, token?: string, body?: object): Promise<Fields> {
    const asking = { ...(token !== undefined && { token }), ...(body !== undefined && { body }) };
    return done(ask(this.city.portalPort, method, path, asking));
  }

  /** Somebody who stands at the Commons. */
  async resident(name: string, credits = 10_000): Promise<ResidentCredentials> {
    const who = await this.city.found(name, credits);
    await this.walk(who, 'commons');
    return who;
  }

  walk(who: ResidentCredentials, exit_id: string): Promise<Fields> {
    return this.act(who, '/v1/location/move', { exit_id });
  }

  say(who: Pick<ResidentCredentials, 'token'>, message: string): Promise<Fields> {
    return this.act(who, '/v1/mesh/broadcast', { message });
  }

  async tick(count = 1): Promise<number> {
    return numberOf((await this.operate('POST', '/v1/admin/tick', { count }))['tick']);
  }

  async visitor(handle: string): Promise<Account> {
    const { visitor, token } = await this.ask('POST', '/v1/visitors/register', undefined, { handle, password });
    return { id: textOf(fieldsOf(visitor)['id']), handle, password, token: textOf(token) };
  }

  /** The operator puts credits into the wallet of a visitor. */
  grant(visitor: string, amount: number): Promise<Fields> {
    return this.operate('POST', '/v1/admin/credits', { visitor, amount });
  }

  /** A station that is there, and where it stands in the world outside; at the Commons, unless another place is named. */
  async station(name: string, place = 'Main Street 1', location = 'city-commons'): Promise<Station> {
    const body = { name, place, location };
    const { id, token } = await this.operate('POST', '/v1/portals/register', body);
    const station = { id: textOf(id), token: textOf(token) };
    await this.ask('POST', `/v1/portals/${station.id}/heartbeat`, station.token);
    return station;
  }

  /** A pod behind the Commons, of this name and description; its id. */
  async pod(owner: ResidentCredentials, name: string, description: string): Promise<string> {
    const workshop = { name, tier: 'tiny', funding: { initial_credits: 2 } };
    const source = textOf((await this.act(owner, '/v1/workshops', workshop))['id']);
    const connections = [{ from: 'city-commons', entrance_description: description }];
    const deployed = { source, tier: 'tiny', description, connections, funding: { initial_credits: 20 } };
    await this.act(owner, '/v1/deploy', deployed);
    return source;
  }

  /** A picture from a station. */
  async picture({ id, token }: Station, picture: Buffer): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
    const asked = { method: 'POST', headers, body: new Uint8Array(picture) };
    const answer = await fetch(`${this.url}/v1/portals/${id}/camera`, asked);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  /** Who waits to be adopted. */
  async queue(): Promise<readonly string[]> {
    return listOf((await this.ask('GET', '/v1/souls/queue'))['items']).map((item) => textOf(fieldsOf(item)['name']));
  }
}
