/** Requests to a gateway without a connection: the same routes behind the same checks, and nothing of HTTP. */
import type { Gateway } from '../../gateways/gateway.ts';
import type { ErrorAnswer } from '../../gateways/refusals/error-answers.ts';
import { serve } from '../../gateways/route/request.ts';
import type { Route } from '../../gateways/route/route.ts';
import type { Served } from '../../gateways/transport/exchange.ts';
import type { Answer } from './people-over-http.ts';

const noBrowser = { cookie: '', origin: '', host: '', isSecure: false } as const;

/** A request that waits for its answer in this process. */
class Direct implements Served {
  readonly address = '127.0.0.1';
  readonly browser = noBrowser;
  readonly key = '';
  readonly cause = '';
  readonly bytes = undefined;
  readonly knownTags = '';
  readonly admitted = undefined;
  readonly hasGone = false;
  mayHaveHappened = false;
  readonly authorization: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: string;
  readonly answered: Promise<Answer>;
  #answer: (answer: Answer) => void = () => {};
  #fail: (cause: unknown) => void = () => {};

  constructor(token: string, { params, query }: Pick<Found, 'params' | 'query'>, body: string) {
    this.authorization = `Bearer ${token}`;
    this.params = params;
    this.query = query;
    this.body = body;
    this.answered = new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
    });
  }

  get bodyLength(): number {
    return this.body.length;
  }

  answer(status: number, body: string | Buffer): void {
    this.#answer({ status, body: JSON.parse(String(body)) });
  }

  refuse({ status, body }: ErrorAnswer): void {
    this.answer(status, body);
  }

  fail(cause: unknown): void {
    this.#fail(cause);
  }

  unsure<R>(refusal: R): R {
    return refusal;
  }

  goneSignal(): AbortSignal {
    return new AbortController().signal;
  }

  stream(): undefined {
    return undefined;
  }
}

interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
}

/** The routes of one gateway, found by method and path. */
export class DirectGateway {
  readonly #door: Gateway['door'];
  readonly #routes: readonly { readonly route: Route; readonly form: RegExp }[];

  constructor({ door, routes }: Pick<Gateway, 'door' | 'routes'>) {
    this.#door = door;
    const paramsIn = ({ path }: Route) => path.split(':').length;
    // A name in a path goes before a parameter.
    this.#routes = [...routes]
      .sort((one, other) => paramsIn(one) - paramsIn(other))
      .map((route) => ({ route, form: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }));
  }

  /** Throws for a path that no route has. */
  ask(method: string, path: string, token: string, body?: object): Promise<Answer> {
    const found = this.#find(method, path);
    const direct = new Direct(token, found, body === undefined ? '' : JSON.stringify(body));
    void serve(this.#door, found.route, direct);
    return direct.answered;
  }

  #find(method: string, whole: string): Found {
    const [path = '', query = ''] = whole.split('?', 2);
    for (const { route, form } of this.#routes) {
      const match = route.method === method ? form.exec(path) : null;
      if (match === null) continue;
      const params = Object.entries(match.groups ?? {}).map(
        ([name, text]) => [name, decodeURIComponent(text)] as const,
      );
      return { route, params: Object.fromEntries(params), query };
    }
    throw new Error(`no route for ${method} ${path}`);
  }
}
