/**
 * Given a city with minds and a language model behind its inference service: they act by what it chooses, in its words, within their
 * budget.
 */
import t from 'tap';
import { fieldsOf, listOf, numberOf, textOf } from '../../client/wire.ts';
import { json, modelServer, usage, whole } from '../services/model-server.ts';
import { until } from '../until.ts';
import { CityProcess } from './city.ts';

t.setTimeout(900_000);

const words = 'The lamps are lit, and I have counted them.';
/** Credits for 1,000 tokens in and 100 out. */
const price = 0.014;
/** Credits a tick. */
const budget = 0.1;

t.test('minds of a city speak from the model behind its inference service, within their budget', async (t) => {
  const server = await modelServer(t);
  server.answers = (res, request) => {
    const choices = request.body.messages?.at(-1)?.content ?? '';
    // What is said at home is not public.
    const wanted = choices.includes('Place "city-commons"') ? /(\d+)\. say/ : /(\d+)\. go "city-commons"/;
    const choice = Number(wanted.exec(choices)?.[1] ?? 1);
    const answer = JSON.stringify({ choice, words, why: 'somebody should say it' });
    json(whole(answer, { usage: usage(1_000, 100) }))(res, request);
  };
  const model = { INFERENCE_BASE_URL: server.url, INFERENCE_MODEL_SMALL: 'tiny-1' };
  const city = await CityProcess.of(t, { ...model, MINDS: '1', SANDBOX: 'off', MIND_BUDGET: String(budget) });
  await city.start();
  const heard = async () => {
    const { body } = await city.operate('GET', '/v1/dashboard/feed?limit=200');
    const events = listOf(body['items']).map(fieldsOf);
    return events.filter((event) => textOf(fieldsOf(event['data'])['message']) === words);
  };
  await until('somebody says what the model has said', async () => (await heard()).length > 0);
  const [first] = await heard();
  t.match(first, { type: 'message.broadcast' });
  const [asked] = server.requests.filter(({ body }) => body.messages !== undefined);
  t.match(asked?.body.messages?.[0]?.content, /Your soul: /, 'the prompt says whose mind it is');
  t.ok(numberOf(asked?.body.max_tokens) <= 300);
  // No tick comes: whatever it does from now on, it does by rules.
  const before = (await feedLength(city)) + 5;
  await until('it goes on by rules', async () => (await feedLength(city)) >= before);
  const spent = server.requests.filter(({ body }) => body.messages !== undefined).length * price;
  t.ok(spent <= budget, `${spent} credits in one tick`);
  await city.kill();
});

async function feedLength(city: CityProcess): Promise<number> {
  const { body } = await city.operate('GET', '/v1/dashboard/feed?limit=200');
  return listOf(body['items']).length;
}
