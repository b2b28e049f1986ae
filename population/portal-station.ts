/**
 * A portal station at the Commons with the program behind it, and a visitor who speaks and prints through it. In a city that has no
 * portal stations, or takes no more at its Commons, a run goes without.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { read, readItems, readPart } from '../client/answers.ts';
import { type RequestContext, type RequestOutcome, sendWithRetries } from '../client/retries.ts';
import { commons, type Fields, textOf } from '../client/wire.ts';
import type { AnswerOf } from '../gateways/answers/answer-type.ts';
import type { Print, RegisteredStation, StationMessage } from '../gateways/answers/stations.ts';
import type { LoggedIn } from '../gateways/answers/visitors.ts';
import type { ExpectedState } from './checks/expected-state.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface PortalOptions {
  readonly portal: RequestContext;
  readonly operatorToken: string;
  readonly expectedState: ExpectedState;
  readonly random: SeededRandom;
  /** The name of this run. */
  readonly run: string;
}

/** Well below the limits of a station and of a visitor, 60 requests a minute each. */
const roundMs = 2_000;
/** Credits in the visitor's wallet. */
const wallet = 100;
/** Prints of the visitor in a run. */
const visitorPrintsMax = 3;

export class PortalStation {
  readonly #options: PortalOptions;
  readonly #id: string;
  readonly #token: string;
  readonly #visitor: string;
  #keys = 0;
  #visitorPrints = 0;

  private constructor(options: PortalOptions, id: string, token: string, visitor: string) {
    this.#options = options;
    this.#id = id;
    this.#token = token;
    this.#visitor = visitor;
  }

  /** Registers both; undefined where the city refuses. */
  static async open(options: PortalOptions): Promise<PortalStation | undefined> {
    const { portal, operatorToken, run, expectedState } = options;
    const ask = async (path: string, token: string, body: Fields, key: string): Promise<unknown> => {
      const call = { method: 'POST', path, token, body: JSON.stringify(body), key: `${run}-${key}` } as const;
      const outcome = await sendWithRetries('portal', call, portal);
      return outcome.type === 'done' ? outcome.body : undefined;
    };
    const place = { name: `Library ${run}`, place: 'Main Street', location: commons };
    const registered = await ask('/v1/portals/register', operatorToken, place, 'station');
    if (registered === undefined) return undefined;
    const station = read<AnswerOf<typeof RegisteredStation>>(registered);
    const account = { handle: `eve-${run}`, password: `the password of ${run}` };
    const entry = read<AnswerOf<typeof LoggedIn>>(await ask('/v1/visitors/register', '', account, 'visitor'));
    const visitor = textOf(readPart(entry.visitor).id);
    await ask('/v1/admin/credits', operatorToken, { visitor, amount: wallet }, 'wallet');
    expectedState.hasPortal = true;
    return new PortalStation(options, textOf(station.id), textOf(station.token), textOf(entry.token));
  }

  /** Lives until `silence`. */
  async live(silence: AbortSignal): Promise<void> {
    while (!silence.aborted) {
      await this.#post('heartbeat', 'heartbeat', {});
      await this.#answerAll();
      await this.#visit();
      await sleep(roundMs, undefined, { signal: silence }).catch(() => undefined);
    }
  }

  /** Answers what waits, and closes the station. */
  async close(): Promise<void> {
    await this.#answerAll();
    this.#options.expectedState.hasPortal = false;
    const { portal, operatorToken } = this.#options;
    await sendWithRetries('portal', { method: 'DELETE', path: this.#path(), token: operatorToken }, portal);
  }

  async #answerAll(): Promise<void> {
    const { portal, random, expectedState } = this.#options;
    const path = this.#path('prints?status=queued&limit=200');
    const listed = await sendWithRetries('portal', { method: 'GET', path, token: this.#token }, portal);
    if (listed.type !== 'done') return;
    for (const print of readItems<AnswerOf<typeof Print>>(listed.body)) {
      const id = textOf(print.id);
      const status = random.withProbability(0.7) ? 'printed' : 'failed';
      const outcome = await this.#post('answer_print', `prints/${id}`, { status });
      if (outcome.type !== 'done') continue;
      expectedState.checkAnswer<AnswerOf<typeof Print>>('an answered print', outcome.body, { id, status });
      expectedState.prints.answered(id, textOf(print.by));
    }
  }

  /** The visitor prints now and then, and speaks otherwise. */
  async #visit(): Promise<void> {
    const { random, expectedState } = this.#options;
    if (this.#visitorPrints < visitorPrintsMax && random.withProbability(0.2)) {
      this.#visitorPrints++;
      await this.#post('portal_print', 'print', { content: 'A card.' }, this.#visitor);
      return;
    }
    const message = 'Hello, all of you.';
    const outcome = await this.#post('portal_broadcast', 'broadcast', { message }, this.#visitor);
    if (outcome.type !== 'done') return;
    expectedState.checkAnswer<AnswerOf<typeof StationMessage>>('a visitor’s words', outcome.body, {
      message,
      location: commons,
    });
    expectedState.countAct('visitor broadcasts');
  }

  #path(rest?: string): string {
    return `/v1/portals/${this.#id}${rest === undefined ? '' : `/${rest}`}`;
  }

  #post(kind: string, path: string, body: Fields, token = this.#token): Promise<RequestOutcome> {
    const key = `${this.#options.run}-portal-${++this.#keys}`;
    const call = { method: 'POST', path: this.#path(path), token, body: JSON.stringify(body), key } as const;
    return sendWithRetries(kind, call, this.#options.portal);
  }
}
