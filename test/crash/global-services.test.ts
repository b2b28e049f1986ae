/**
 * Given residents who call a priced service, when the city is killed between hold, call and charge again and again, then each call is
 * charged once or not at all, whoever repeats it learns which, and no hold is left [GS2] [GS6] [J4].
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { SeededRandom } from '../../population/seeded-random.ts';
import { CityProcess } from './city.ts';
import { seed, sized } from './size.ts';

const kills = sized(2, 3, 100);
const callers = 4;
const path = '/v1/global-services/inference/complete';
/** Credits. */
const means = 1_000;
const answerMsMax = 60;
const pauseMsMax = 100;
/** Calls that must have been answered since the last kill, so that the next one falls amid calls. */
const answeredBetween = 8;
/** A busy city says so, and a killed one nothing: the call is then made again, for much longer than a start takes. */
const answeredMsMax = 300_000;

const chance = new SeededRandom(seed);
t.comment(`seed ${seed}: ${kills} kills`);

/** A model that takes its time, and counts how often it was asked. */
async function provider(t: Test): Promise<{ readonly url: string; asked: number }> {
  const model = { url: '', asked: 0 };
  const answer = {
    id: 'one',
    object: 'chat.completion',
    created: 1,
    model: 'slow',
    choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
  };
  const server = createServer((_, response) => {
    model.asked += 1;
    setTimeout(() => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    }, chance.integerBelow(answerMsMax));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(model, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
}

interface Caller {
  readonly token: string;
  /** Keys in the order of the calls, with what each was charged in the end, in millicredits. */
  readonly charged: Map<string, number>;
}

t.test('[GS2] [GS6] [J4] a kill between hold, call and charge', async (t) => {
  const model = await provider(t);
  const city = await CityProcess.of(t, {
    INFERENCE_BASE_URL: model.url,
    INFERENCE_MODEL_SMALL: 'slow',
    TICK_CRON: 'manual',
  });
  await city.start();
  const all: Caller[] = [];
  for (let n = 0; n < callers; n++) {
    const { token } = await city.found(`Caller ${n}`, means);
    all.push({ token, charged: new Map() });
  }
  let isOver = false;
  const lives = all.map(async (one) => {
    for (let n = 0; !isOver; n++) one.charged.set(`k${n}`, await paid(city, one, `k${n}`));
  });
  const answered = () => all.reduce((sum, { charged }) => sum + charged.size, 0);
  for (let n = 0; n < kills; n++) {
    const before = answered();
    while (answered() < before + answeredBetween) await sleep(5);
    await sleep(chance.integerBelow(pauseMsMax));
    await city.kill();
    await city.start();
  }
  isOver = true;
  await Promise.all(lives);
  for (const { token, charged } of all) {
    const spent = [...charged.values()].reduce((sum, one) => sum + one, 0);
    const { body } = await city.ask('GET', '/v1/me', { token });
    t.equal(Math.round(Number(body['balance']) * 1_000), means * 1_000 - spent, `of ${charged.size} calls`);
    t.ok([...charged.values()].every((cost) => cost > 0));
  }
  t.comment(`${answered()} calls; the model was asked ${model.asked} times`);
  t.ok(answered() > kills * answeredBetween, 'there was something to check');
});

/** Makes the call under its key until it has an answer, and once more: the same cost. Resolves to what it was charged. */
async function paid(city: CityProcess, { token }: Caller, key: string): Promise<number> {
  const body = { model: 'small', messages: [{ role: 'user', content: `call ${key}` }], max_tokens: 20 };
  const once = () => city.ask('POST', path, { token, key, body, timeoutMs: 10_000 });
  for (const end = Date.now() + answeredMsMax; Date.now() < end; ) {
    const { status, body: said, text } = await once();
    const again = status === 200 || status === 409 ? await once() : undefined;
    if (status === 200) return costOf(said['usage'], again?.body['usage']);
    if (said['error'] === 'already_exists') return Number(said['charged']) * 1_000;
    if (![0, 409, 429, 502, 503, 504].includes(status)) throw new Error(`${status} ${text}`);
    await sleep(status === 429 ? 1_000 : 20);
  }
  throw new Error(`no answer to ${key}`);
}

const costOf = (usage: unknown, again: unknown): number => {
  const of = (one: unknown) => Math.round(Number((one as { cost?: number } | undefined)?.cost) * 1_000);
  if (again !== undefined && of(again) !== of(usage)) throw new Error('a repeat was charged otherwise');
  return of(usage);
};
