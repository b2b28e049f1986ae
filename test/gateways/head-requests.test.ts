/** HEAD is a GET whose body does not come. */
import t from 'tap';
import { operatorToken, startedCity, startedPortal } from './started-gateways.ts';

const same = ['content-type', 'content-length', 'www-authenticate', 'content-security-policy', 'cache-control'];

/** Status, body and the headers that all answers for `url` share. */
async function seen(url: string, method: string, token?: string) {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(url, { method, headers });
  const sameHeaders = Object.fromEntries(same.map((name) => [name, response.headers.get(name)]));
  return { status: response.status, body: await response.text(), sameHeaders };
}

t.test('HEAD has the status and the headers of GET, on every kind of path, and no body', async (t) => {
  const { city, url } = await startedCity(t);
  const portal = await startedPortal(t);
  const token = city.live('vera-7');
  city.shown.set('me', { type: 'shown', value: city.residents.get('vera-7') });
  const asked: readonly (readonly [string, number, string?])[] = [
    [`${url}/v1/me`, 200, token],
    [`${url}/v1/me`, 401],
    [`${url}/v1/residents/%00/passport`, 404, token],
    [`${url}/v1/nothing`, 404, token],
    [`${url}/v1/mesh/broadcast`, 405, token],
    [`${url}/ws`, 426, token],
    ...['/', '/SKILL.md', '/docs', '/docs/reference.js', '/openapi.json', '/healthz'].map(
      (path) => [`${url}${path}`, 200] as const,
    ),
    [portal.url, 503],
    [`${portal.url}/docs`, 200],
    [`${portal.url}/v1/admin/health`, 200, operatorToken],
  ];
  for (const [path, status, by] of asked) {
    const got = await seen(path, 'GET', by);
    const head = await seen(path, 'HEAD', by);
    t.match(got, { status, body: /./, sameHeaders: { 'content-length': /^\d+$/ } }, path);
    t.same(head, { ...got, body: '' }, path);
  }
});
