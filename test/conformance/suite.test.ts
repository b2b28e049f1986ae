/**
 * The official conformance suite of the Model Context Protocol against the City API: once as it is, and once with what the suite itself
 * wants to find behind the same door.
 */
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { placeMcp } from '../../gateways/mcp/place-mcp.ts';
import { openDoor } from '../../gateways/route/open-door.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { HttpServer } from '../../gateways/transport/http.ts';
import { FakeCity } from '../gateways/fake-city.ts';
import { type Errors, optionsOf, smallTables, startedWorld } from '../gateways/started-gateways.ts';
import { FixtureOffer } from './fixture-offer.ts';
import { type Check, revision, Suite } from './suite.ts';

const suite = new Suite(t);
const expected = fileURLToPath(new URL('expected-failures.yaml', import.meta.url));

/** The suite asks more often than strangers may. */
const manyLooks = { anonymousLooksPerMinute: 100_000 };

t.test(`the suite of ${revision} passes, but for what is said to fail`, async (t) => {
  const { url, errors } = await startedWorld(t, {}, { settings: { ...gatewayDefaults, ...smallTables, ...manyLooks } });
  const { code, stdout } = await suite.run(t, `${url}/mcp`, '--expected-failures', expected);
  t.equal(code, 0, stdout.slice(-6_000));
  t.match(stdout, /✓ tools-list: 4 passed, 0 failed/);
  t.match(stdout, /✓ dns-rebinding-protection: 2 passed, 0 failed/);
  t.same(errors, []);
});

/** The door of the City API, with the fixtures of the suite behind it instead of the city. */
async function fixtureDoor(t: Test): Promise<{ readonly url: string; readonly errors: Errors }> {
  const errors: Errors = [];
  const options = optionsOf(new FakeCity(), manyLooks, errors);
  const { settings, log, requestId, host } = options;
  const server = new HttpServer({ settings, log, requestId, answerHeaders: [] });
  const door = openDoor(options);
  const offer = new FixtureOffer();
  const end = placeMcp({ server, door, hosts: [], bodyBytesMax: settings.codeBytesMax, offer });
  const port = await server.listen(host, 0);
  t.teardown(async () => {
    await end();
    door.authenticator.close();
    server.end();
  });
  return { url: `http://${host}:${port}/mcp`, errors };
}

const isWrong = ({ status }: Check): boolean => status === 'FAILURE' || status === 'WARNING';

t.test(`with its fixtures behind the door the whole suite of ${revision} passes`, async (t) => {
  const { url, errors } = await fixtureDoor(t);
  const { code, stdout, required } = await suite.run(t, url);
  t.equal(code, 0, stdout.slice(-6_000));
  t.equal(required.size, 37);
  for (const [scenario, checks] of required) {
    t.same(checks.filter(isWrong), [], scenario);
    t.match(stdout, new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
  }
  t.same(errors, []);
});
