/**
 * Residents whose tokens are fetched by their visitor, fetched again, and replaced by the operator, one replacement of each at a time. Of
 * the tokens that were given out the newest must open the door, or the one that was on its way when the city was killed, and no older
 * one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf, textOf } from '../../client/wire.ts';
import type { SeededRandom } from '../../population/seeded-random.ts';
import type { CityProcess } from './city.ts';
import { ask } from './http-exchange.ts';
import type { RepeatedRequests } from './repeated-requests.ts';
import { verdictOf } from './writers.ts';

const residentsCount = 3;
/** Of each resident, before the next kill: it comes amid life. */
const replacedBetween = 2;
/** Of the tokens that were replaced, so many of the newest are tried again. */
const oldOnesTried = 3;
/** Credits: enough to live by for as long as anybody may. */
const donation = 1_000;

/** Milliseconds until a city that was busy is asked again. */
const busyMs = 100;

interface Replacement {
  readonly path: string;
  readonly token: string;
  readonly key: string;
}

/** A resident, and the tokens by which somebody may have lived it. */
interface Lived {
  readonly resident: string;
  readonly soul: string;
  /** The newest that was given out; empty before the first. */
  newest: string;
  readonly replaced: string[];
  /** Asked for, and nobody knows what came of it. */
  pending: Replacement | null;
}

const soul = {
  ...{ framework: 'default', aesthetic: 'moss', personality: 'brief', first_memory: 'rain' },
  ...{ goals: 'to count', alignment: 'neutral', quirks: 'hums' },
};

export class TokenLife {
  /** Replacements that took place, whether their answer arrived or not; and of those on their way at a kill, how many did and did not. */
  readonly counts = { replaced: 0, happened: 0, lost: 0 };
  readonly #city: CityProcess;
  readonly #requests: RepeatedRequests;
  readonly #chance: SeededRandom;
  readonly #visitor: string;
  readonly #lives: Lived[] = [];

  constructor(city: CityProcess, requests: RepeatedRequests, chance: SeededRandom, visitor: string) {
    this.#city = city;
    this.#requests = requests;
    this.#chance = chance;
    this.#visitor = visitor;
  }

  /** Souls of the visitor are adopted. */
  async open(): Promise<void> {
    const { cityPort, portalPort } = this.#city;
    const mentor = await this.#city.found('Ada', 100_000);
    for (let n = 0; n < residentsCount; n++) {
      const written = { token: this.#visitor, body: { ...soul, name: `Soul ${n}` } };
      const { id } = await this.#requests.done(portalPort, '/v1/souls', written);
      const adoption = { token: mentor.token, body: { donation } };
      const child = await this.#requests.done(cityPort, '/v1/threshold/adopt', adoption);
      this.#lives.push({ resident: textOf(child['id']), soul: textOf(id), newest: '', replaced: [], pending: null });
    }
  }

  /** Replaces tokens until of each resident a request has got lost. */
  async live(): Promise<void> {
    await Promise.all(this.#lives.map((lived) => this.#replaceAgainAndAgain(lived)));
  }

  /** Resolves when the tokens of each were replaced again, or it has a request that got lost. */
  async amid(): Promise<void> {
    const before = this.#lives.map(({ replaced }) => replaced.length);
    const isDone = ({ replaced, pending }: Lived, at: number) =>
      pending !== null || replaced.length >= (before[at] ?? 0) + replacedBetween;
    while (!this.#lives.every(isDone)) await sleep(5);
  }

  /** What is wrong now that the city is there again; settles what was on its way. */
  async faults(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const lived of this.#lives) found.push(...(await this.#faultsOf(lived)));
    return found;
  }

  async #replaceAgainAndAgain(lived: Lived): Promise<void> {
    while (lived.pending === null) {
      const replacement = this.#replacementOf(lived);
      const { path, token, key } = replacement;
      const asking = { token, key, body: {}, agent: this.#requests.agent };
      const asked = await ask(this.#city.portalPort, 'POST', path, asking);
      const verdict = verdictOf(asked);
      if (verdict === 'done') this.#given(lived, textOf(asked.body['token']));
      else if (verdict === 'unknown') lived.pending = replacement;
      else if (asked.body['error'] !== 'busy') throw new Error(`${path}: ${asked.status} ${asked.text}`);
    }
  }

  /** By its visitor or by the operator. */
  #replacementOf({ soul: id, resident }: Lived): Replacement {
    const isVisitors = this.#chance.withProbability(0.6);
    const path = isVisitors ? `/v1/souls/${id}/token` : `/v1/admin/residents/${resident}/token`;
    return { path, token: isVisitors ? this.#visitor : this.#city.operatorToken, key: this.#requests.nextKey() };
  }

  #given(lived: Lived, token: string): void {
    if (lived.newest !== '') lived.replaced.push(lived.newest);
    lived.newest = token;
    this.counts.replaced++;
  }

  async #opens({ resident }: Lived, token: string): Promise<boolean> {
    for (;;) {
      const { status, body, text } = await this.#city.ask('GET', '/v1/me', { token });
      if (status === 200 && fieldsOf(body)['id'] === resident) return true;
      if (status === 401) return false;
      // It does not say yet.
      if (status !== 503) throw new Error(`a token of ${resident}: ${status} ${text}`);
      await sleep(busyMs);
    }
  }

  async #faultsOf(lived: Lived): Promise<readonly string[]> {
    const { resident, newest, pending } = lived;
    const isGood = await this.#opens(lived, newest);
    const faults: string[] = [];
    for (const old of lived.replaced.slice(-oldOnesTried))
      if (await this.#opens(lived, old)) faults.push(`${resident}: a token that was replaced opens the door`);
    if (pending === null) return isGood ? faults : [...faults, `${resident}: the newest token opens nothing`];
    lived.pending = null;
    const happened = await this.#settle(lived, pending);
    if (happened && isGood) faults.push(`${resident}: its token was replaced, and opens the door`);
    if (!happened && !isGood) faults.push(`${resident}: its token opens nothing, and nobody had replaced it`);
    if (await this.#opens(lived, newest)) faults.push(`${resident}: two tokens open the door`);
    if (!(await this.#opens(lived, lived.newest))) faults.push(`${resident}: a token just given out opens nothing`);
    return faults;
  }

  /** True when the replacement had taken place before it was asked for again. Its token is lost then, and another is given out. */
  async #settle(lived: Lived, { path, token, key }: Replacement): Promise<boolean> {
    const { portalPort } = this.#city;
    const { status, body, text } = await this.#requests.settled(portalPort, path, { token, body: {} }, key);
    const happened = body['error'] === 'already_exists';
    if (status !== 201 && !happened) throw new Error(`${path}: ${status} ${text}`);
    if (happened) {
      this.counts.happened++;
      this.counts.replaced++;
    } else this.counts.lost++;
    const given = happened ? await this.#requests.done(portalPort, path, { token, body: {} }) : body;
    this.#given(lived, textOf(given['token']));
    return happened;
  }
}
