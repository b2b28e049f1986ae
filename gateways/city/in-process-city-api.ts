/**
 * The City API without a network, for programs in this process: the same routes behind the same checks, and the same feed. Nothing of it
 * waits by a timer: time is that of `clock`, which whoever drives the city moves. Bodies are not bounded: they are those of our own
 * programs.
 */
import type { City } from '../../engine/city-interface.ts';
import type { Clock, Log } from '../../engine/ports.ts';
import { RefusedTokens } from '../limits/refused-tokens.ts';
import { errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { openDoor } from '../route/open-door.ts';
import { type Door, serve } from '../route/request.ts';
import type { Method } from '../route/route.ts';
import { RouteTable } from '../route/route-table.ts';
import type { GatewaySettings } from '../settings.ts';
import { Cameras } from '../stations/cameras.ts';
import type { Pictures } from '../stations/pictures.ts';
import { type InProcessAnswer, InProcessExchange } from '../transport/in-process-exchange.ts';
import { allCityRoutes, type GlobalServices } from './city-routes.ts';
import { CityFeed } from './feed/city-feed.ts';
import { InProcessSockets, type InProcessStream, type OnFrame } from './feed/in-process-sockets.ts';

export interface InProcessOptions {
  readonly city: City;
  readonly settings: GatewaySettings;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly log: Log;
  /** A secret of the city, with which cursors of lists are signed. */
  readonly cursorKey: string;
  /** Unset in a city without any. */
  readonly services?: GlobalServices;
}

export interface InProcessAsked {
  readonly method: Method;
  /** With its query, as in a URL. */
  readonly path: string;
  readonly authorization: string;
  /** `Idempotency-Key`; empty when there is none. */
  readonly key: string;
  /** `X-Cause-Seq`; empty when there is none. */
  readonly cause: string;
  /** JSON text; empty when there is none. */
  readonly body: string;
}

/** No station sends pictures to a city without a Portal. */
const noPictures: Pictures = {
  keep: () => Promise.resolve(),
  read: () => Promise.resolve(undefined),
  keepOnly: () => Promise.resolve(),
};

/** Nobody operates the city by this door: no token has this hash. */
const noOperator = '';

const notFound = errorAnswer(refused('not_found'));

export class InProcessCityApi {
  readonly #options: InProcessOptions;
  readonly #door: Door;
  readonly #routes: RouteTable;
  readonly #sockets = new InProcessSockets();
  readonly #feed: CityFeed;
  #asked = 0;

  constructor(options: InProcessOptions) {
    const { city, clock, log, cursorKey, services } = options;
    // A token in the cache expires by a timer: where nobody waits for a clock it stays until it ends.
    const settings = { ...options.settings, tokenCacheMs: 0 };
    this.#options = options;
    const refusedTokens = new RefusedTokens(settings, () => clock.elapsed());
    const ground = { city, settings, clock, log, cursorKey, refusedTokens, operatorTokenHash: noOperator };
    this.#door = openDoor(ground);
    this.#routes = new RouteTable(allCityRoutes({ ...ground, cameras: new Cameras(noPictures, settings) }, services));
    const { authenticator } = this.#door;
    this.#feed = new CityFeed({ city, authenticator, sockets: this.#sockets, settings, log });
  }

  /** The answer to the request. Never rejects. */
  ask({ method, path, authorization, key, cause, body }: InProcessAsked): Promise<InProcessAnswer> {
    const from = path.indexOf('?');
    const found = this.#routes.find(method, from === -1 ? path : path.slice(0, from));
    if (found === undefined) return Promise.resolve(notFound);
    const { route, params } = found;
    const query = from === -1 ? '' : path.slice(from + 1);
    const asked = { id: String(++this.#asked), authorization, query, key, cause, params, body };
    return new Promise((resolve) => {
      serve(this.#door, route, new InProcessExchange(asked, this.#options.log, resolve));
    });
  }

  /** Opens a socket of the feed, which tells all that comes after `since`. */
  listen(authorization: string, since: number, onFrame: OnFrame): InProcessStream {
    return this.#sockets.open(authorization, JSON.stringify({ type: 'resume', since }), onFrame);
  }

  close(): void {
    this.#feed.close();
    this.#door.authenticator.close();
  }
}
