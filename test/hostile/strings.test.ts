/**
 * Given both gateways of a city, when texts that nobody should send come in every text input of every request, then nothing fails, nobody
 * hears what is not for it, nothing reaches the journal that the database could not hold, and the city goes on as before.
 */
import { Agent } from 'node:http';
import fc from 'fast-check';
import t from 'tap';
import { inParallel } from '../../client/parallel.ts';
import { type Asked, ask } from '../crash/http-exchange.ts';
import { seed, sized } from '../crash/size.ts';
import { type CheckedCity, checkedCity } from './city-with-checked-journal.ts';
import { long, texts } from './hostile-texts.ts';
import type { TextInput } from './text-inputs.ts';

/** Texts of the list that each text input gets, in a path or body and elsewhere; all of them in the soak. */
const textsPerField = sized(1, 2, 1_000);
const textsElsewhere = sized(1, 1, 1_000);
/** A mebibyte goes into every so many text inputs. */
const longEvery = sized(80, 20, 1);
/** Beyond these: texts of chance, in text inputs of chance. */
const requests = sized(200, 2_000, 1_000_000);
const atOnce = 8;
const complaintsMax = 20;

const anyText = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom(...texts.filter(({ length }) => length < 20)), { maxLength: 4 })
    .map((parts) => parts.join(' ')),
);

/** Of many who write to one workshop at one moment some are refused as busy; a connection may break behind a body that is too large. */
function isExpected({ route }: TextInput, { status, text, body }: Asked): boolean {
  if (status === 0) return /ECONNRESET|EPIPE|hang up|Parse Error/.test(text);
  return status < 500 || (route.path.endsWith('/code') && body['error'] === 'busy');
}

/** What an answer or the city shows to be wrong. */
async function strike(city: CheckedCity, agent: Agent, input: TextInput, text: string): Promise<string | undefined> {
  const { path, headers, body } = input.asks(text);
  const { port, token } = city.callerOf(input.route);
  const all = { authorization: `Bearer ${token}`, ...headers };
  const answer = await ask(port, input.route.method, path, {
    headers: all,
    agent,
    ...(body === undefined ? {} : { body }),
  });
  await city.afterwards(answer.status, token);
  const fault = city.fault() ?? (isExpected(input, answer) ? undefined : `${answer.status} ${answer.text}`);
  if (fault === undefined) return undefined;
  return `${input.name} ${JSON.stringify(text.slice(0, 60))}: ${fault.slice(0, 300)}`;
}

/** Each text input begins elsewhere in the list, and another seed elsewhere again. */
const someTexts = (input: TextInput, n: number): (readonly [TextInput, string])[] =>
  Array.from(
    { length: Math.min(/ (header|query) /.test(input.name) ? textsElsewhere : textsPerField, texts.length) },
    (_, k) => {
      return [input, texts[(7 * (n + seed) + k) % texts.length] ?? ''] as const;
    },
  );

t.comment(`seed ${seed}: ${requests} requests of chance beyond the list`);

t.test('[OP12] hostile strings in every text input of every route', async (t) => {
  const city = await checkedCity(t);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  t.teardown(() => agent.destroy());
  const complaints: string[] = [];
  const one = async ([input, text]: readonly [TextInput, string]) => {
    const wrong = complaints.length < complaintsMax ? await strike(city, agent, input, text) : undefined;
    if (wrong !== undefined) complaints.push(wrong);
  };
  await inParallel(atOnce, city.textInputs.flatMap(someTexts), one);
  t.same(complaints, [], `texts of the list in each of ${city.textInputs.length} text inputs`);
  const some = city.textInputs.filter((_, n) => n % longEvery === 0);
  await inParallel(
    atOnce,
    some.map((input, n) => [input, long[n % long.length] ?? ''] as const),
    one,
  );
  t.same(complaints, [], `a mebibyte in ${some.length} of them`);
  const chance = fc.tuple(fc.constantFrom(...city.textInputs), anyText);
  for (let done = 0; done < requests && complaints.length === 0; done += 500)
    await inParallel(atOnce, fc.sample(chance, { seed: seed + done, numRuns: 500 }), one);
  t.same(complaints, [], 'and texts of chance');
  await city.isWell();
});
