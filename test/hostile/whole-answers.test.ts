/**
 * Given a provider that writes more than the request allows, when a resident asks for a whole answer, then the answer has no more than the
 * resident has paid for, as a stream has.
 */
import t from 'tap';
import { hello, inferenceCity, path } from '../services/inference-city.ts';
import { events, json, modelServer, piece, usage, whole } from '../services/model-server.ts';

t.test('[IN4] [IN12] a whole answer has no more words than its hold pays for', async (t) => {
  const server = await modelServer(t);
  const { ada, url } = await inferenceCity(t, server.url);
  const said = 'one two three four '.repeat(1_000);
  const asked = { model: 'large', messages: hello, max_tokens: 10 };

  server.answers = events(...Array.from({ length: 1_000 }, () => piece('one two three four ')), piece('', 'stop'));
  const headers = { Authorization: 'Bearer token of Ada' };
  const body = JSON.stringify({ ...asked, stream: true });
  const streamed = await (await fetch(`${url}${path}/complete`, { method: 'POST', headers, body })).text();
  const most = streamed.split('three').length - 1;
  t.ok(most < 20, `${most} pieces of a stream`);

  server.answers = json(whole(said, { usage: usage(8, 4_000) }));
  const answer = await ada.post(`${path}/complete`, asked);
  const pieces = JSON.stringify(answer.body).split('three').length - 1;
  t.ok(
    pieces <= most,
    `${pieces} pieces of four tokens in a whole answer, for ${JSON.stringify(answer.body['usage'])}`,
  );
});
