/**
 * The routes of global services, from their manifests. A free call is answered by its handler; a priced one is two turns of the city, one
 * that holds the most it can cost and one that charges what it did cost, with the handler between them
 * (`actors/kinds/service-call/machine.ts`).
 */
import { createHmac } from 'node:crypto';
import type { Outcome } from '../../engine/command.ts';
import { type AnyOperation, type Input, type Manifest, ownCodes, type ServiceCaller } from '../../services/contract.ts';
import { type RefusalCode, refused } from '../refusals/gateway-refusals.ts';
import type { Resident } from '../route/auth.ts';
import { type Asked, type Connection, defineRoute, type Route, type Waiting } from '../route/route.ts';
import { PricedCall } from './priced-call.ts';
import type { CalledOperation, RawCall, ServiceCalls } from './service-calls.ts';

/** A service as the gateway offers it. */
export interface Offered {
  readonly manifest: Manifest;
  readonly skill: string;
  /** The key with which the pseudonyms of its callers are made: a secret that no other service has. */
  readonly pseudonymKey: string;
}

/** The prefix of the routes of all services. */
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
  const { method, path, summary, params, query, body, answer, streamed, status, price } = operation;
  const to = { service: manifest.id, operation: name };
  return defineRoute({
    method,
    path: `${servicesPath}/${manifest.id}${path}`,
    summary,
    caller: 'resident',
    hasOwnLimit: true,
    ...(price !== 'free' && { hasHead: false as const }),
    // The service itself checks its cursors.
    isPaged: false,
    ...(availability !== 'everywhere' && { at: { service: manifest.id, availability } }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(status && { status }),
    answer,
    ...(streamed && { streamed }),
    refusals: refusalsOf(operation),
    refusedWhen: operation.refusals ?? {},
    perform: (asked: AskedOf, city, connection) => {
      const { key, cause } = asked;
      if (key !== undefined && operation.streams?.(asked) === true) return Promise.resolve(takesNoKey);
      const called = callOf(offered, operation, asked, connection);
      if (price === 'free') return callFree(calls, to, asked.caller, called);
      const halfInStudy = price.halfInStudy === true;
      const event = { hold: called.hold, halfInStudy, availability, ...to };
      return new PricedCall(calls, asked.caller, called, connection).make(city, event, key, cause);
    },
  });
}

const takesNoKey = refused('invalid_request', {
  issues: [{ path: 'Idempotency-Key', message: 'a stream takes none: leave it away, or ask for a whole answer' }],
});

const always: readonly RefusalCode[] = ['rate_limited', 'service_failed', 'timeout'];
/** `already_exists`: an earlier request with the key had an answer too large to be kept. */
const ofPriced: readonly RefusalCode[] = ['insufficient_credits', 'invalid_state', 'already_exists'];

const refusalsOf = ({ price, refusals }: AnyOperation): readonly RefusalCode[] => [
  ...always,
  ...(price === 'free' ? [] : ofPriced),
  ...ownCodes.filter((code) => refusals?.[code] !== undefined),
];

/**
 * The handler's input, with no more about the caller than the manifest gives a reason for (GS8). A caller with a key may ask for the answer
 * later, so such a call goes on when the caller disconnects.
 */
function callOf(
  offered: Offered,
  { price, needsBalance }: AnyOperation,
  { caller, params, query, body, key, came }: AskedOf,
  connection: Connection,
): RawCall {
  const input: Input<unknown, unknown, unknown> = { params, query, body };
  return {
    given: { params: came.params, query: came.query, body: came.body },
    caller: new PseudonymousCaller(offered, caller.id),
    key: key === undefined ? null : { key: key.key, fingerprint: key.fingerprint },
    hold: price === 'free' ? 0 : price.hold(input),
    balance: needsBalance === true ? caller.balance : 0,
    waiting: key === undefined ? connection : goesOn,
    ...input,
  };
}

/**
 * The caller, as the service sees it. A class: a getter of an object literal is defined again for each call, which took some 10 us in a
 * profile.
 */
class PseudonymousCaller implements ServiceCaller {
  readonly resident: string;
  readonly #offered: Offered;
  readonly #id: string;

  constructor(offered: Offered, id: string) {
    this.resident = offered.manifest.knowsResidentBecause === undefined ? '' : id;
    this.#offered = offered;
    this.#id = id;
  }

  /** Computed when it is used: it costs as much as the rest of a short call. */
  get pseudonym(): string {
    const { manifest, pseudonymKey } = this.#offered;
    return createHmac('sha256', pseudonymKey).update(`${manifest.id} ${this.#id}`).digest('base64url');
  }
}

const never = new AbortController().signal;
const goesOn: Waiting = { hasGone: false, goneSignal: () => never };

async function callFree(
  calls: ServiceCalls,
  to: CalledOperation,
  { id }: Resident,
  call: RawCall,
): Promise<Outcome<object>> {
  const handled = await calls.handle(to, id, call);
  if (handled.type === 'refused') return handled;
  if (handled.type === 'stream') throw new Error('a free call does not stream');
  return { type: 'applied', turn: 0, json: handled.json, repeated: false };
}
