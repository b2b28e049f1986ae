/** The operator sees how often the city failed to answer, at either gateway. */
import t from 'tap';
import { FailedAnswers } from '../../gateways/failed-answers.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { ask, operatorToken, post, startedCity, startedPortal } from './started-gateways.ts';

t.test('what fails at the City API is counted for the operator; that the city is busy is no fault', async (t) => {
  const failedAnswers = new FailedAnswers();
  const { city, url } = await startedCity(t, {}, { failedAnswers });
  const portal = await startedPortal(t, {}, { failedAnswers });
  const token = city.live('vera-7');
  const say = () => post(`${url}/v1/mesh/broadcast`, token, { message: 'Good morning.' });
  const counts = async () =>
    (await ask(`${portal.url}/v1/admin/health`, { token: operatorToken })).body['failed_answers'];
  t.same(await counts(), { city: 0, portal: 0 });
  city.outcome = refused('busy', { retry_after_seconds: 1 });
  t.match(await say(), { status: 503 });
  t.same(await counts(), { city: 0, portal: 0 });
  city.outcome = () => Promise.reject(new Error('a fault of the city'));
  t.match(await say(), { status: 500 });
  t.same(await counts(), { city: 1, portal: 0 });
  t.match(await post(`${portal.url}/v1/admin/frameworks`, operatorToken, {}), { status: 422 });
  t.same(await counts(), { city: 1, portal: 0 }, 'nor is what a caller did wrong');
});
