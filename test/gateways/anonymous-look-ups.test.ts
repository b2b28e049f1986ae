/** Look-ups of residents, who may have left memory, by anyone: bounded at once and for each network, so that residents' own go on. */
import t from 'tap';
import type { Viewed, ViewRequest } from '../../engine/command.ts';
import { FakeCity } from './fake-city.ts';
import { ask, startedPortal } from './started-gateways.ts';

/** A city that shows a resident only when it may. */
class SlowCity extends FakeCity {
  underWay = 0;
  most = 0;
  show: () => void = () => {};
  readonly #shown = new Promise<void>((resolve) => {
    this.show = resolve;
  });

  override view<Value>(request: ViewRequest<Value>): Promise<Viewed<Value>>;
  override async view(request: ViewRequest): Promise<Viewed> {
    if (request.view !== 'public_resident') return { type: 'shown', value: { items: [] } };
    this.underWay += 1;
    this.most = Math.max(this.most, this.underWay);
    await this.#shown;
    this.underWay -= 1;
    return { type: 'shown', value: { id: request.args['id'] } };
  }
}

t.test('of many look-ups of residents a few are under way at once, the others are refused for now', async (t) => {
  const city = new SlowCity();
  const { url } = await startedPortal(t, { residentLookUpsMax: 2 }, { city });
  const asked = Array.from({ length: 5 }, (_, n) => ask(`${url}/v1/residents/ada-${n + 1}`));
  let refused = 0;
  await new Promise<void>((resolve) => {
    for (const one of asked)
      void one.then((answer) => {
        if (answer.status === 503) refused += 1;
        if (refused === 3) resolve();
      });
  });
  city.show();
  t.same((await Promise.all(asked)).map(({ status }) => status).sort(), [200, 200, 503, 503, 503]);
  t.equal(city.most, 2);
});

t.test('they are counted by network, and so are look-ups of public places; kept views are not', async (t) => {
  const city = new SlowCity();
  city.show();
  const { url } = await startedPortal(t, { anonymousLooksPerMinute: 3 }, { city });
  for (let n = 0; n < 3; n++) t.match(await ask(`${url}/v1/residents/ada-1`), { status: 200 });
  const limited = { status: 429, body: { error: 'rate_limited', limit: 3, window_seconds: 60 } };
  t.match(await ask(`${url}/v1/residents/ada-1`), limited);
  t.match(await ask(`${url}/v1/portals/library-1/activity`), limited, 'looks at activity count among them');
  t.match(await ask(`${url}/v1/places/city-commons`), limited);
  t.match(await ask(`${url}/v1/souls/queue`), { status: 200 });
  const openapi = await ask(`${url}/openapi.json`);
  t.match(openapi.body, {
    paths: { '/v1/residents/{id}': { get: { responses: { '429': {}, '503': {} } } } },
  });
});
