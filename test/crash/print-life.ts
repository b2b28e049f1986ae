/**
 * Residents and a visitor who have things printed at a portal station, up to the limits in each window: residents reach theirs, then the
 * visitor takes what the station has left. Then the program of the station answers each print, every third one as failed: not before, for
 * those that failed do not count.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf, listOf, numberOf, textOf } from '../../client/wire.ts';
import type { SeededRandom } from '../../population/seeded-random.ts';
import type { CityProcess } from './city.ts';
import { ask } from './http-exchange.ts';
import type { RepeatedRequests } from './repeated-requests.ts';

/** In a window: of one resident, and of the station. */
const limit = 6;
const stationLimit = 16;
const residentsCount = 2;
/** Credits. */
const fee = 5;
const means = 1_000_000;
/** Milliseconds after which a kill is waited for no longer: the window may be full. */
const amidMsMax = 2_000;

/** What the city must be started with. One tick opens the next window, and forgets what has ended. */
export const printSettings = {
  PRINT_COST: String(fee),
  PRINTS_PER_RESIDENT_MAX: String(limit),
  PRINTS_PER_STATION_MAX: String(stationLimit),
  ...{ PRINT_WINDOW_TICKS: '1', PRINT_KEPT_TICKS: '1', DEFAULT_LIFESPAN_TICKS: '288' },
  ...{ STATION_RATE_PER_MINUTE: '1000000', STATION_VISITS_PER_MINUTE: '1000000' },
};

export interface Payer {
  readonly id: string;
  readonly token: string;
  readonly port: number;
  readonly path: string;
  /** Asked for and acknowledged. */
  readonly taken: string[];
  /** In the window that runs. */
  inWindow: number;
}

export class PrintLife {
  readonly #city: CityProcess;
  readonly #requests: RepeatedRequests;
  readonly #chance: SeededRandom;
  /** How each print ended, by what its station was answered. */
  readonly #ends = new Map<string, 'printed' | 'failed'>();
  #station = { id: '', token: '' };
  #residents: Payer[] = [];
  #visitors: Payer[] = [];
  #windows = 0;
  #steps = 0;

  constructor(city: CityProcess, requests: RepeatedRequests, chance: SeededRandom) {
    this.#city = city;
    this.#requests = requests;
    this.#chance = chance;
  }

  get payers(): readonly Payer[] {
    return [...this.#residents, ...this.#visitors];
  }

  get ended(): number {
    return this.#ends.size;
  }

  async open(visitor: { readonly id: string; readonly token: string }): Promise<void> {
    const { cityPort, portalPort } = this.#city;
    const place = { name: 'Library', place: 'Main Street 1', location: 'city-commons' };
    const station = await this.#operated('POST', '/v1/portals/register', place);
    this.#station = { id: textOf(station['id']), token: textOf(station['token']) };
    for (let n = 0; n < residentsCount; n++) {
      const { id, token } = await this.#city.found(`R${n}`, means);
      await this.#requests.done(cityPort, '/v1/location/move', { token, body: { exit_id: 'commons' } });
      this.#residents.push({ id, token, port: cityPort, path: '/v1/portals/print', taken: [], inWindow: 0 });
    }
    await this.#operated('POST', '/v1/admin/credits', { visitor: visitor.id, amount: means });
    const path = `/v1/portals/${this.#station.id}/print`;
    this.#visitors.push({ ...visitor, port: portalPort, path, taken: [], inWindow: 0 });
  }

  /** Fills one window, and has all of it printed. */
  async live(): Promise<void> {
    for (const payer of this.payers) payer.inWindow = 0;
    this.#windows++;
    await Promise.all(this.#residents.map((payer) => this.#printAll(payer)));
    await Promise.all(this.#visitors.map((payer) => this.#printAll(payer)));
    await this.#answerAll(this.#windows * stationLimit);
  }

  /** Resolves amid the requests of the window, or after them. */
  async amid(): Promise<void> {
    const until = this.#steps + this.#chance.integerBelow(2 * stationLimit);
    const giveUpAt = performance.now() + amidMsMax;
    while (this.#steps < until && performance.now() < giveUpAt) await sleep(1);
  }

  /** What is wrong with the window that was just filled; the next tick opens another. */
  async faults(): Promise<readonly string[]> {
    const wanted = [...this.#residents.map(() => limit), stationLimit - limit * residentsCount];
    const found = this.payers.map(({ inWindow }) => inWindow);
    await this.#operated('POST', '/v1/admin/tick', {});
    return String(found) === String(wanted) ? [] : [`window ${this.#windows}: ${found} prints, not ${wanted}`];
  }

  /** Who has paid other fees than those of what was printed. */
  async unpaid(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const payer of this.payers) {
      const failed = payer.taken.filter((print) => this.#ends.get(print) === 'failed').length;
      const [has, due] = [await this.#balanceOf(payer), means - fee * (payer.taken.length - failed)];
      if (has !== due) faults.push(`${payer.id} has ${has}, not ${due}`);
    }
    return faults;
  }

  /** Prints until the limit is answered. */
  async #printAll(payer: Payer): Promise<void> {
    const { port, path, token } = payer;
    for (;;) {
      const { status, body, text } = await this.#requests.settled(port, path, { token, body: { content: 'a line' } });
      this.#steps++;
      if (status === 429) return;
      if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
      payer.taken.push(textOf(body['id']));
      // Never more than the station takes in a window: then nobody waits for the rest.
      if (++payer.inWindow > stationLimit) throw new Error(`${payer.id} prints without a limit`);
    }
  }

  /** Until as many as `wanted` have ended. */
  async #answerAll(wanted: number): Promise<void> {
    const { portalPort } = this.#city;
    const { id: station, token } = this.#station;
    const path = `/v1/portals/${station}/prints`;
    while (this.#ends.size < wanted) {
      const listed = await ask(portalPort, 'GET', `${path}?status=queued&limit=200`, { token });
      for (const item of listOf(listed.body['items'])) {
        const id = textOf(fieldsOf(item)['id']);
        const status = this.#ends.size % 3 === 2 ? 'failed' : 'printed';
        const answered = await this.#requests.settled(portalPort, `${path}/${id}`, { token, body: { status } });
        this.#steps++;
        if (answered.body['status'] !== status) throw new Error(`${path}: ${answered.status} ${answered.text}`);
        if (this.#ends.has(id)) throw new Error(`${id} waits again`);
        this.#ends.set(id, status);
      }
      await sleep(5);
    }
  }

  /** In credits; of residents without what they paid to live. */
  async #balanceOf({ token, port }: Payer): Promise<number> {
    const { portalPort, cityPort } = this.#city;
    const isVisitors = port === portalPort;
    const path = isVisitors ? '/v1/visitors/me' : '/v1/credits';
    const { body } = await ask(isVisitors ? portalPort : cityPort, 'GET', path, { token });
    return numberOf(body['balance']) + (isVisitors ? 0 : this.#windows);
  }

  async #operated(method: string, path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const asked = await this.#city.operate(method, path, body);
    if (asked.status >= 300) throw new Error(`${path}: ${asked.status} ${asked.text}`);
    return asked.body;
  }
}
