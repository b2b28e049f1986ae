/**
 * The routes of global services, from their manifests: a free call is its handler's answer; a priced one is two turns of the city,
 * one that holds the most it can cost and one that takes what it did cost, with the handler between them
 * (`actors/kinds/service-call/machine.ts`).
 */
import { createHmac } from 'node:crypto';
import type { Outcome } from '../../engine/command.ts';
import { type AnyOperation, type Input, type Manifest, ownCodes, type ServiceCaller } from '../../services/contract.ts';
import { type RefusalCode, refused } from '../refusals/refusals.ts';
import type { Resident } from '../route/auth.ts';
import { type Asked, type Connection, defineRoute, type Route, type Waiting } from '../route/route.ts';
import type { CallTo, CameCall, ServiceCalls } from './calls.ts';
import { PricedCall } from './priced-call.ts';

/** A service as the gateway offers it. */
export interface Offered {
  readonly manifest: Manifest;
  readonly skill: string;
  /** What the pseudonyms of its callers are made with: a secret that no other service has. */
  readonly pseudonymKey: string;
}

/** Where the routes of every service lie. */
export const servicesPath = '/v1/global-services';

/** A route for each operation of each service (GS1). */
export function serviceRoutes(offered: readonly Offered[], calls: ServiceCalls): readonly Route[] {
  return offered.flatMap((one) =>
    Object.entries(one.manifest.operations).map(([name, operation]) => routeOf(one, name, operation, calls)),
  );
}

type AskedOf = Asked<'resident', unknown, unknown, unknown>;

function routeOf(offered: Offered, name: string, operation: AnyOperation, calls: ServiceCalls): Route {
  const { manifest } = offered;
  const { availability } = manifest;
  const { method, path, summary, params, query, body, answer, status, price } = operation;
  const to = { service: manifest.id, operation: name };
  return defineRoute({
    method,
    path: `${servicesPath}/${manifest.id}${path}`,
    summary,
    caller: 'resident',
    hasOwnLimit: true,
    ...(price !== 'free' && { hasHead: false as const }),
    // What a service's cursors lead to is the service's to check.
    isPaged: false,
    ...(availability !== 'everywhere' && { at: { service: manifest.id, availability } }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(status && { status }),
    answer,
    refusals: refusalsOf(operation),
    refusedWhen: operation.refusals ?? {},
    perform: (asked: AskedOf, city, connection) => {
      const { key } = asked;
      if (key !== undefined && operation.streams?.(asked) === true) return Promise.resolve(takesNoKey);
      const called = callOf(offered, operation, asked, connection);
      if (price === 'free') return callFree(calls, to, asked.caller, called);
      const halfInStudy = price.halfInStudy === true;
      const event = { ...to, hold: called.hold, halfInStudy, availability };
      return new PricedCall(calls, asked.caller, called, connection).make(city, event, key);
    },
  });
}

const takesNoKey = refused('invalid_request', {
  issues: [{ path: 'Idempotency-Key', message: 'a stream takes none: leave it away, or ask for a whole answer' }],
});

const always: readonly RefusalCode[] = ['rate_limited', 'service_failed', 'timeout'];
/** `already_exists`: a key whose answer was too large to be kept. */
const ofPriced: readonly RefusalCode[] = ['insufficient_credits', 'invalid_state', 'already_exists'];

const refusalsOf = ({ price, refusals }: AnyOperation): readonly RefusalCode[] => [
  ...always,
  ...(price === 'free' ? [] : ofPriced),
  ...ownCodes.filter((code) => refusals?.[code] !== undefined),
];

/** What the handler gets, and nothing more of who calls than its manifest gives a reason for (GS8). Whoever came with a key may ask for the answer later: such a call goes on without its caller. */
function callOf(
  offered: Offered,
  { price, needsBalance }: AnyOperation,
  { caller, params, query, body, key, came }: AskedOf,
  connection: Connection,
): CameCall {
  const input: Input<unknown, unknown, unknown> = { params, query, body };
  return {
    ...input,
    given: { params: came.params, query: came.query, body: came.body },
    caller: new PseudonymousCaller(offered, caller.id),
    key: key === undefined ? null : { key: key.key, fingerprint: key.fingerprint },
    hold: price === 'free' ? 0 : price.hold(input),
    balance: needsBalance === true ? caller.balance : 0,
    waiting: key === undefined ? connection : goesOn,
  };
}

/** Who calls, as the service is told. A class: a getter of an object literal is defined anew for each call, which took some 10 us in a profile. */
class PseudonymousCaller implements ServiceCaller {
  readonly resident: string;
  readonly #offered: Offered;
  readonly #id: string;

  constructor(offered: Offered, id: string) {
    this.resident = offered.manifest.knowsResidentBecause === undefined ? '' : id;
    this.#offered = offered;
    this.#id = id;
  }

  /** For those who look at it: it costs as much as the rest of a short call. */
  get pseudonym(): string {
    const { manifest, pseudonymKey } = this.#offered;
    return createHmac('sha256', pseudonymKey).update(`${manifest.id} ${this.#id}`).digest('base64url');
  }
}

const never = new AbortController().signal;
const goesOn: Waiting = { hasGone: false, goneSignal: () => never };

async function callFree(calls: ServiceCalls, to: CallTo, { id }: Resident, call: CameCall): Promise<Outcome> {
  const handled = await calls.handle(to, id, call);
  if (handled.type === 'refused') return handled;
  if (handled.type === 'stream') throw new Error('a free call does not stream');
  return { type: 'applied', turn: 0, json: handled.json, repeated: false };
}
