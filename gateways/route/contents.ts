/** What a request brings in its body and its query, before a route's schemas see it. */
import type { Refused } from '../../engine/refusal.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Served } from '../transport/exchange.ts';
import { parseJson, valuesIn } from '../transport/json.ts';
import { empty } from './route.ts';

interface Contents {
  readonly type: 'body';
  readonly value: unknown;
}

/** Values of a body that count as one request: each is walked, checked and may cause an issue. */
const requestValues = 500;

/** `charge` is told how many further requests a body of very many values counts as. */
export function bodyOf(
  { body }: Pick<Served, 'body'>,
  { jsonValuesMax, jsonDepthMax }: Pick<GatewaySettings, 'jsonValuesMax' | 'jsonDepthMax'>,
  charge: (requests: number) => void,
): Contents | Refused {
  if (body === undefined) return refused('invalid_json');
  if (body === '') return noBody;
  // Each value has at least one character: a short body need not be counted.
  const values = body.length <= jsonValuesMax ? 0 : valuesIn(body, jsonValuesMax);
  if (values > jsonValuesMax) {
    const issue = { path: '', message: `has more than ${jsonValuesMax} values` };
    return refused('invalid_request', { issues: [issue] });
  }
  if (values > requestValues) charge(Math.ceil(values / requestValues));
  const parsed = parseJson(body, jsonDepthMax);
  if (parsed.type === 'not json') return refused('invalid_json');
  if (parsed.type === 'refused') return refused('invalid_request', { issues: [parsed.issue] });
  return { type: 'body', value: parsed.value };
}

/** For a schema that takes bytes and nothing else. */
export const bytesOf = ({ bytes }: Pick<Served, 'bytes'>): Contents => ({ type: 'body', value: bytes });

const noBody: Contents = { type: 'body', value: empty };

export function queryOf({ query }: Pick<Served, 'query'>): object {
  return query === '' ? empty : Object.fromEntries(new URLSearchParams(query));
}
