/** Requests that are sound but for one thing in one place, made from sound ones. */
import fc from 'fast-check';
import type { AnyOperation } from '../../../services/contract.ts';
import { seed, sized } from '../../crash/size.ts';
import type { Given } from './subjects.ts';

/** What must come of it: a refusal that names the place, any refusal, or whatever is not a failure of the service. */
export type Fate = 'named' | 'refused' | 'handled';

export interface Hostile {
  readonly given: Given;
  /** Where the hostile thing is, as a refusal names it. */
  readonly place: string;
  readonly what: string;
  readonly fate: Fate;
}

type Place = readonly (string | number)[];

const mebibyte = 1_048_576;
const runs = sized(3, 50, 2_000);

/** No value of a request is one of these but where a boolean or a number belongs. */
const wrong: readonly unknown[] = [true, -7.5, { unexpected: 1 }, [[]]];
/** Texts that no service can keep. */
const unstorable = ['a\0b', 'a\ud800'];

export function* hostileTo(operation: AnyOperation, given: Given, isLoose: boolean): Iterable<Hostile> {
  yield* inBody(given, isLoose);
  yield* inQuery(operation, given);
  for (const name of Object.keys(given.params ?? {}))
    for (const what of [' ', 'a b', '..', '\u00e9', 'x'.repeat(2_000), '%00', '{}', 'a/b', 'constructor'])
      yield { given: { ...given, params: { ...given.params, [name]: what } }, place: name, what, fate: 'handled' };
}

function* inBody(given: Given, isLoose: boolean): Iterable<Hostile> {
  const { body } = given;
  if (body === undefined) return;
  const at = (place: Place, value: unknown, what: string, fate: Fate): Hostile => ({
    given: { ...given, body: put(body, place, value) },
    ...{ place: place.join('.'), what, fate },
  });
  for (const place of placesIn(body)) {
    const value = valueAt(body, place);
    for (const other of wrong)
      if (typeof other !== typeof value || typeof other === 'object')
        yield at(place, other, JSON.stringify(other), 'named');
    if (typeof value === 'string') {
      for (const text of unstorable) yield at(place, text, JSON.stringify(text), 'refused');
      yield at(place, 'x'.repeat(mebibyte / 2), 'half a mebibyte', 'handled');
    }
    yield at(place, undefined, 'nothing', 'handled');
    for (const any of fc.sample(fc.jsonValue(), { seed: seed + place.length, numRuns: runs }))
      yield at(place, any, JSON.stringify(any), 'handled');
  }
  if (isLoose) return;
  for (const place of [[], ...placesIn(body)])
    if (isObject(valueAt(body, place))) yield at([...place, 'unexpected'], 1, 'a field that is not named', 'named');
}

function* inQuery({ query: schema }: AnyOperation, given: Given): Iterable<Hostile> {
  if (schema === undefined) return;
  const at = (name: string, text: string, fate: Fate): Hostile => ({
    given: { ...given, query: { ...given.query, [name]: text } },
    ...{ place: name, what: text.slice(0, 40), fate },
  });
  for (const name of Object.keys(given.query ?? {})) {
    for (const text of ['a b', '\u00e9', 'a\0', '..', '../x', "' or 1=1 --", '{}']) yield at(name, text, 'named');
    for (const text of ['-1', '1e3', 'null', '']) yield at(name, text, 'handled');
    yield at(name, 'x'.repeat(2_000), 'named');
    for (const text of fc.sample(fc.string({ unit: 'grapheme' }), { seed, numRuns: runs }))
      yield at(name, text, 'handled');
  }
  for (const name of ['unexpected', 'constructor', '__proto__', 'a[b]'])
    yield at(name, '1', name === '__proto__' ? 'handled' : 'named');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place in the value, but for the whole of it. */
function placesIn(value: unknown): readonly Place[] {
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return entries.flatMap(([name, inner]): readonly Place[] => [
    [name],
    ...placesIn(inner).map((place) => [name, ...place]),
  ]);
}

function valueAt(value: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[Number(name)], rest);
  return isObject(value) ? valueAt(value[name], rest) : undefined;
}

/** The same with `value` there. */
function put<Whole>(whole: Whole, place: Place, value: unknown): Whole;
function put(whole: unknown, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole)) return whole.with(Number(name), put(whole[Number(name)], rest, value));
  return isObject(whole) ? { ...whole, [name]: put(whole[name], rest, value) } : whole;
}
