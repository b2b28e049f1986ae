/**
 * A service in a process of its own, behind a URL. The city checks calls and takes credits as for any other service; the handlers here
 * only pass the call on as it came, signed (`signing.ts`), and read the answer within bounds. Such a service answers whole, it does not
 * stream.
 */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type {
  AnyOperation,
  Bill,
  Handler,
  Manifest,
  Service,
  ServiceCall,
  ServiceOutcome,
  ServiceRefusal,
} from '../contract.ts';
import { isWithin } from '../json-bounds.ts';
import { refusalOf } from './http-refusals.ts';
import { headerNames, type SignedCall, signatureOf } from './signing.ts';

export interface RemoteOptions {
  /** The address of the service; its operations are below it. */
  readonly url: string;
  /** The key that it and the city share, at least 32 characters. */
  readonly key: string;
  readonly skill: string;
}

const answerBytesMax = 4 * 1024 * 1024;
/** Bytes of an answer that is no success. */
const refusalBytesMax = 64 * 1024;
const keyCharsMin = 32;
const wholeCost = /^\d{1,9}$/;

/** The service of this manifest, behind `url`. Throws when it cannot be called so. */
export function remote(manifest: Manifest, { url, key, skill }: RemoteOptions): Service {
  const base = new URL(url.endsWith('/') ? url : `${url}/`);
  if (!['http:', 'https:'].includes(base.protocol)) throw new Error(`${manifest.id}: its url must begin with http`);
  if (base.href !== `${base.origin}${base.pathname}`)
    throw new Error(`${manifest.id}: its url must be a host and a path, without a user, a query or a fragment`);
  if (key.length < keyCharsMin) throw new Error(`${manifest.id}: its key has fewer than ${keyCharsMin} characters`);
  const handlers = Object.fromEntries(
    Object.entries(manifest.operations).map(([name, operation]) => [name, handlerOf(base, key, operation)]),
  );
  const opened = { handlers, close: () => Promise.resolve() };
  return { manifest, skill, open: () => Promise.resolve(opened) };
}

function handlerOf(base: URL, key: string, operation: AnyOperation): Handler {
  return async (call) => {
    if (operation.streams?.(call) === true) return answersWhole;
    const path = pathOf(operation.path, call.given);
    if (path === undefined) return { type: 'refused', code: 'not_found', kind: 'path' };
    const target = new URL(`.${path}`, base);
    const body = operation.method === 'POST' ? JSON.stringify(call.given.body ?? {}) : '';
    const response = await fetch(target, {
      method: operation.method,
      redirect: 'manual',
      signal: call.signal,
      headers: headersOf(key, { method: operation.method, path: target.pathname + target.search, body }, call),
      ...(operation.method === 'POST' && { body }),
    }).catch((cause: unknown) => cause);
    if (!(response instanceof Response)) return failed('it could not be reached');
    return outcomeOf(response, operation);
  };
}

const answersWhole: ServiceRefusal = {
  type: 'refused',
  code: 'invalid_request',
  issues: [{ path: 'stream', message: 'this service answers whole: ask for no stream' }],
};

/** Not checked by a schema: one that checks each field takes long for hundreds of thousands. */
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isFields(value) ? value : {});

/** Bounds of its answer. */
const jsonBounds = { valuesMax: 100_000, depthMax: 64 };

/** The path below the service; undefined for a parameter that would lead out of it (GS9). */
function pathOf(path: string, { params, query }: ServiceCall['given']): string | undefined {
  const given = fieldsOf(params);
  const segments = path.split('/').map((part) => (part.startsWith(':') ? String(given[part.slice(1)] ?? '') : part));
  const isBelow = segments.slice(1).every((segment) => segment !== '' && !/^\.{1,2}$|[/\\\p{Cc}\p{Cs}]/u.test(segment));
  if (!isBelow) return undefined;
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(fieldsOf(query))) if (value !== undefined) asked.set(name, String(value));
  const search = asked.toString();
  return `${segments.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

function headersOf(key: string, asked: Pick<SignedCall, 'method' | 'path' | 'body'>, call: ServiceCall): Headers {
  const { pseudonym, resident } = call.caller;
  const { hold, balance } = call;
  const told = { resident: pseudonym, residentId: resident, hold, balance, time: Date.now() };
  const signed: SignedCall = { ...asked, ...namesOf(call), ...told };
  return new Headers({
    'content-type': 'application/json',
    [headerNames.call]: signed.call,
    [headerNames.resident]: pseudonym,
    [headerNames.hold]: String(hold),
    [headerNames.time]: String(signed.time),
    [headerNames.signature]: signatureOf(key, signed),
    ...(signed.key !== '' && { [headerNames.key]: signed.key }),
    ...(resident !== '' && { [headerNames.residentId]: resident }),
    ...(balance !== 0 && { [headerNames.balance]: String(balance) }),
  });
}

/** Names for the call and its key: the call's is the same for the same request under the same key, the key's whatever is asked under it. */
function namesOf({ key, caller: { pseudonym } }: ServiceCall): Pick<SignedCall, 'call' | 'key'> {
  if (key === null) return { call: randomUUID(), key: '' };
  const named = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');
  return { call: named(pseudonym, key.key, key.fingerprint), key: named(pseudonym, key.key) };
}

async function outcomeOf(response: Response, operation: AnyOperation): Promise<ServiceOutcome> {
  const bytesMax = response.ok ? answerBytesMax : refusalBytesMax;
  const text = await readWithin(response, bytesMax);
  if (text === undefined) return failed(`its answer was larger than ${bytesMax} bytes, or broke off`);
  const body = jsonOf(text);
  const { price, answer } = operation;
  if (!response.ok) return refusalOf(response.status, body, operation);
  if (body === undefined) return failed('its answer was no JSON object, or one of too many values');
  const told = response.headers.get(headerNames.cost) ?? '0';
  if (!wholeCost.test(told)) return failed('its cost was no number of millicredits');
  const cost = Number(told);
  // Another server's answer is anything, until the city has held it to the operation's schema (GS3).
  return { type: 'answer', cost, body: (bill) => (price === 'free' ? body : { ...body, ...namedIn(answer, bill) }) };
}

/** The fields of the bill that the schema of the answer has at its top. */
const namedIn = (answer: z.ZodType, bill: Bill): Partial<Bill> =>
  answer instanceof z.ZodObject
    ? Object.fromEntries(Object.entries(bill).filter(([name]) => name in answer.shape))
    : bill;

const failed = (reason: string): ServiceRefusal => ({ type: 'refused', code: 'service_failed', reason });

/** The object that the text is, as JSON. */
function jsonOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!isWithin(text, jsonBounds)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The whole body as text; undefined when it is larger, is not UTF-8, or breaks off. */
async function readWithin(response: Response, bytesMax: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) return undefined;
      chunks.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return undefined;
  }
}
