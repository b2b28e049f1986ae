/**
 * Given a city with every tool, when what nobody should send comes in each field that a tool's schema has, one at a time beside plain
 * ones, then most of it reaches a route and none of it does harm: each call is answered in few words, nothing fails, and the books are
 * exact.
 */
import { Agent } from 'node:http';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import t, { type Test } from 'tap';
import { inParallel } from '../../client/parallel.ts';
import { seed, sized } from '../crash/size.ts';
import { type CheckedCity, checkedCity } from './city-with-checked-journal.ts';
import { long, texts, values } from './hostile-texts.ts';
import { callTool, type Reach, type ToolAnswer } from './tool-calls.ts';
import { callApiInputsOf, plainCallsOf, type ToolInput, toolInputsOf } from './tool-inputs.ts';

const hostile = [...texts, ...values];
/** Of the list, for each input. */
const valuesPerInput = sized(1, 6, hostile.length);
/** Every so many inputs of the tool for all the rest get as many. */
const callApiEvery = sized(5, 1, 1);
/** About a mebibyte goes into every so many inputs. */
const longEvery = sized(40, 10, 1);
const atOnce = 8;
const complaintsMax = 20;
/** What is written to be dear is some 800 at most (`gateways/mcp/digest.ts`). */
const tokensMax = 800;

/** Shares of all calls. Fewer, and this tests the check of tools alone, which is little. */
const routeShareMin = 0.65;
const cityShareMin = 0.15;

/** Calls of one city, and how far they came. */
class Siege {
  readonly complaints: string[] = [];
  readonly #reached: Record<Reach, number> = { door: 0, tool: 0, route: 0, city: 0 };
  readonly #agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  readonly #city: CheckedCity;

  constructor(t: Test, city: CheckedCity) {
    this.#city = city;
    t.teardown(() => this.#agent.destroy());
  }

  async ask({ tool, route, gives }: ToolInput, value?: unknown): Promise<ToolAnswer> {
    const { token } = this.#city.callerOf(route);
    const answer = await callTool(this.#city.port, tool, gives(value), token, this.#agent);
    await this.#city.afterwards(statusOf(answer), token);
    return answer;
  }

  /** Asks all of them, and keeps what is wrong. */
  async strike(calls: readonly (readonly [ToolInput, unknown])[]): Promise<void> {
    await inParallel(atOnce, calls, async ([input, value]) => {
      if (this.complaints.length >= complaintsMax) return;
      const answer = await this.ask(input, value);
      this.#reached[answer.reach] += 1;
      const wrong = this.#city.fault() ?? faultIn(answer, input.gives(value)['full'] === true);
      if (wrong === undefined) return;
      this.complaints.push(`${input.name} ${String(JSON.stringify(value)).slice(0, 60)}: ${wrong.slice(0, 300)}`);
    });
  }

  /** The shares of all calls that reached a route, and that reached the city behind it. */
  shares(): readonly [number, number] {
    const { door, tool, route, city } = this.#reached;
    const all = door + tool + route + city;
    return [(route + city) / all, city / all];
  }
}

/** As the route has answered. */
function statusOf({ status, code }: ToolAnswer): number {
  return code === 'resident_dead' ? 410 : code === 'unauthorized' ? 401 : status;
}

/** A connection may break behind a body that is too large; of many who write to one workshop at one moment some are refused as busy. */
function faultIn({ status, text, shown, code }: ToolAnswer, isFull: boolean): string | undefined {
  if (status === 0) return /ECONNRESET|EPIPE|hang up|Parse Error/.test(text) ? undefined : text;
  if (status >= 500 || code === 'internal_error') return `${status} ${text}`;
  if (isFull) return undefined;
  const said = shown.join('\n');
  const tokens = said.length > 10_000 ? said.length : countTokens(said);
  return tokens <= tokensMax ? undefined : `${tokens} tokens: ${said}`;
}

/** Each input begins elsewhere in the list, and another seed elsewhere again. */
const someValues = (input: ToolInput, n: number): (readonly [ToolInput, unknown])[] =>
  Array.from({ length: valuesPerInput }, (_, k) => [input, hostile[(7 * (n + seed) + k) % hostile.length]] as const);

const every = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.filter((_, n) => n % count === seed % count);

t.comment(`seed ${seed}`);

t.test('[OP12] each action with plain arguments is asked of the city, whatever it says to that', async (t) => {
  const city = await checkedCity(t);
  const siege = new Siege(t, city);
  for (const call of plainCallsOf(city.routes, city.plain)) {
    const first = await siege.ask(call);
    // Who is born when first asked for is there at the second time.
    const { reach, shown } = first.code === 'unauthorized' ? await siege.ask(call) : first;
    t.equal(reach, 'city', `${call.name}: ${shown.join(' ').slice(0, 200)}`);
  }
  await city.isWell();
});

t.test('[OP12] hostile values in every field of every action of every tool', async (t) => {
  const city = await checkedCity(t);
  const siege = new Siege(t, city);
  const inputs = toolInputsOf(city.routes, city.plain);
  await siege.strike(inputs.flatMap(someValues));
  t.same(siege.complaints, [], `in each of ${inputs.length} inputs`);
  const [ofRoutes, ofCity] = siege.shares();
  t.comment(`${percent(ofRoutes)} reached a route, ${percent(ofCity)} the city`);
  t.ok(ofRoutes >= routeShareMin, `${percent(ofRoutes)} reached a route`);
  t.ok(ofCity >= cityShareMin, `${percent(ofCity)} reached the city`);
  await siege.strike(every(inputs, longEvery).map((input, n) => [input, long[n % long.length]]));
  t.same(siege.complaints, [], 'and a mebibyte in some of them');
  await city.isWell();
});

t.test('[OP12] hostile texts in every input of every route, by the tool for all that has none', async (t) => {
  const city = await checkedCity(t);
  const siege = new Siege(t, city);
  const inputs = every(callApiInputsOf(city.routes, city.plain), callApiEvery);
  await siege.strike(inputs.flatMap(someValues));
  t.same(siege.complaints, [], `in each of ${inputs.length} inputs`);
  const [ofRoutes, ofCity] = siege.shares();
  t.ok(
    ofRoutes >= routeShareMin && ofCity >= cityShareMin,
    `${percent(ofRoutes)} reached a route, ${percent(ofCity)} the city`,
  );
  await city.isWell();
});

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
