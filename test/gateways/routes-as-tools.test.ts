/** Given what the city says of its routes, when a caller of tools reads it, then it names what can be called, and nothing else changes. */
import t from 'tap';
import { refusedShown } from '../../gateways/mcp/refused-shown.ts';
import { routesAsTools } from '../../gateways/mcp/routes-as-tools.ts';
import { tools } from '../../gateways/mcp/tools.ts';

t.test('every route that has a tool is said as that tool', (t) => {
  for (const { name, actions } of tools)
    for (const [action, route] of Object.entries(actions))
      t.equal(routesAsTools(`First ${route}, then again.`), `First ${name} ${action}, then again.`);
  t.end();
});

t.test('what a path or a query names is a field', (t) => {
  const said =
    'See GET /v1/job-board?which=claimed: POST /v1/credits/pools/tea-room-1/fund. Or POST /v1/souls/<id>/token?';
  t.equal(
    routesAsTools(said),
    'See city_work list(which: claimed): city_keep fund(podId: tea-room-1). Or POST /v1/souls/<id>/token?',
  );
  t.equal(routesAsTools('POST /v1/residents/<id>/token'), 'city_kin token_for', 'any value stands for none');
  t.equal(routesAsTools('GET /skill/birth.md says how.'), 'city_how_to_be_born says how.');
  for (const kept of ['POST /v1/visitors/login', 'GET /v1/location/exits/secret', '/v1/deploy', 'GETS /v1/location'])
    t.equal(routesAsTools(kept), kept);
  t.end();
});

t.test('in a refusal, the sentence of the city; not what others have written', (t) => {
  const reason = 'Error: POST /v1/deploy';
  const body = JSON.stringify({ error: 'service_failed', message: `It failed (${reason}). GET /v1/credits`, reason });
  t.match(refusedShown(body), 'It failed (⟪Error: POST /v1/deploy⟫). city_trade credits');
  t.end();
});
