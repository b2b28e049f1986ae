/** The doctor says which models answer, and asks them only on request. */
import t from 'tap';
import { checkInference } from '../../cli/doctor-inference.ts';
import { readConfig } from '../../config/settings.ts';
import { json, modelServer, whole } from '../services/model-server.ts';

t.test('without a server: the rules, which are no language model', async (t) => {
  t.match(await checkInference(readConfig({}), true), { level: 'ok', detail: /template: rules, no language model/ });
});

t.test('a server is asked what it has, and each model for one token only on request', async (t) => {
  const server = await modelServer(t);
  const env = { INFERENCE_BASE_URL: server.url, INFERENCE_MODEL_SMALL: 'tiny-1', INFERENCE_MODEL_LARGE: 'huge-1' };
  const config = readConfig({ ...env, INFERENCE_API_KEY: 'sk-secret' });
  server.answers = json({ object: 'list', data: [{ id: 'tiny-1' }] });
  const listed = await checkInference(config, false);
  t.match(listed, { level: 'warn', detail: /small: tiny-1, large: huge-1 at http.*does not list huge-1/ });
  t.match(server.requests.splice(0), [{ path: '/v1/models', authorization: 'Bearer sk-secret' }]);
  server.answers = json({ object: 'list', data: [{ id: 'tiny-1' }, { id: 'huge-1' }] });
  t.match(await checkInference(config, false), { level: 'ok', detail: /--ask-models/ });
  server.requests.splice(0);
  server.answers = json(whole('', {}, 'length'));
  t.match(await checkInference(config, true), { level: 'ok', detail: /each answered/ }, 'a model that thinks is there');
  t.same(
    server.requests.map(({ path, body }) => [path, body.max_tokens]),
    [
      ['/v1/chat/completions', 1],
      ['/v1/chat/completions', 1],
    ],
  );
  server.answers = json({}, 401);
  const refused = await checkInference(config, true);
  t.match(refused, { level: 'warn', detail: /small: the provider answered 401; large: /, advice: /INFERENCE_API_KEY/ });
  t.notMatch(JSON.stringify([listed, refused]), /sk-secret/);
});
