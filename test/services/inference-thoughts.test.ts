/** What a model thinks before it answers is produced, and paid, whether its provider counts it, shows it, or both. */
import OpenAI from 'openai';
import t from 'tap';
import { hello, inferenceCity, path } from './inference-city.ts';
import { events, json, modelServer, piece, usage, whole } from './model-server.ts';

const thinking = (delta: object) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;

const thoughtful = (message: object, more: object = {}) => ({
  ...whole('Four.', more),
  choices: [{ index: 0, message: { role: 'assistant', content: 'Four.', ...message }, finish_reason: 'stop' }],
});

t.test('[IN6] without a usage the thoughts of a model are counted with its answer, and not passed on', async (t) => {
  const server = await modelServer(t);
  const { ada } = await inferenceCity(t, server.url);
  const ask = () => ada.post(`${path}/complete`, { model: 'large', messages: hello });
  server.answers = json(thoughtful({}));
  t.match(await ask(), { status: 200, body: { usage: { completion_tokens: 2 } } });
  for (const name of ['reasoning_content', 'reasoning']) {
    server.answers = json(thoughtful({ [name]: 'Two and two is four' }));
    const { status, body } = await ask();
    t.match({ status, body }, { status: 200, body: { usage: { completion_tokens: 7, cost: 0.008 } } }, name);
    t.notMatch(JSON.stringify(body), /Two and two/);
  }
  server.answers = json(thoughtful({ reasoning_content: null, reasoning: 7 }));
  t.match(await ask(), { status: 200, body: { usage: { completion_tokens: 2 } } }, 'what is no text is none');
});

t.test('[IN6] so it is in a stream, which begins with the first word of the answer', async (t) => {
  const server = await modelServer(t);
  const { url } = await inferenceCity(t, server.url);
  const client = new OpenAI({ baseURL: `${url}${path}`, apiKey: 'token of Ada', maxRetries: 0 });
  const end = [piece('', 'stop'), 'data: [DONE]\n\n'];
  const thoughts = [thinking({ reasoning_content: 'Two and two' }), thinking({ reasoning: ' is four' })];
  server.answers = events(...thoughts, piece('Fo'), thinking({ reasoning: 'Yes' }), piece('ur.'), ...end);
  const chunks: object[] = [];
  for await (const one of await client.chat.completions.create({ model: 'large', messages: [...hello], stream: true }))
    chunks.push(one);
  t.match(chunks, [
    { choices: [{ delta: { role: 'assistant', content: 'Fo' } }] },
    { choices: [{ delta: { content: 'ur.' } }] },
    { choices: [{ finish_reason: 'stop' }], usage: { completion_tokens: 8 } },
  ]);
  t.notMatch(JSON.stringify(chunks), /Two and two|Yes/);
  t.equal(chunks.length, 3);
});

t.test('thoughts that the provider counts are paid once: among the completion, or beside it', async (t) => {
  const server = await modelServer(t);
  const { ada } = await inferenceCity(t, server.url);
  const counting = async (total: number) => {
    const details = { completion_tokens_details: { reasoning_tokens: 20 } };
    server.answers = json(
      thoughtful({ reasoning: 'x' }, { usage: { ...usage(10, 30), total_tokens: total, ...details } }),
    );
    const { body } = await ada.post(`${path}/complete`, { model: 'large', messages: hello });
    return body;
  };
  t.match(await counting(40), { usage: { completion_tokens: 30, cost: 0.033 } }, 'among them');
  t.match(await counting(60), { usage: { completion_tokens: 50, cost: 0.053 } }, 'beside them');
});
