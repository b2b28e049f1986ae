/** The stream in which the operator inspects actors. */
import t, { type Test } from 'tap';
import { must } from '../../engine/assert.ts';
import { InspectionFrame } from '../../gateways/answers/inspection.ts';
import { CityCharts } from '../../host/charts.ts';
import { until } from '../until.ts';
import { act, found } from '../world.ts';
import { ask, operatorToken, startedPortalWorld } from './started-gateways.ts';

async function town(t: Test) {
  const charts = new CityCharts();
  const portal = await startedPortalWorld(t, { chartsArePublic: true }, { charts }, {}, charts.engineOptions);
  const url = (path: string) => `${portal.url}/v1/dashboard/machines/${path}`;
  const headers = { Authorization: `Bearer ${operatorToken}` };
  /** Opens it; `next` gives its next frames. */
  const inspect = async (path: string) => {
    const stop = new AbortController();
    t.teardown(() => stop.abort());
    const { status, body } = await fetch(url(path), { headers, signal: stop.signal });
    const reader = must(body, 'a body').pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<InspectionFrame[]> => {
      const { value = '', done } = await reader.read();
      const lines = value.split('\n').filter((line) => line.startsWith('data: '));
      return lines.length > 0 || done ? lines.map((line) => InspectionFrame.parse(JSON.parse(line.slice(6)))) : next();
    };
    return { status, next, reader, close: () => stop.abort() };
  };
  return { ...portal, url, inspect };
}

t.test('what actors of a kind hear comes as it happens, from the first turn on', async (t) => {
  const { city, inspect } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  const { status, next } = await inspect('resident/inspection');
  t.equal(status, 200);
  await act(city, ada, { type: 'broadcast', text: 'Good morning.' });
  const [introduced, heard] = await next();
  t.match(introduced, { type: '@xstate.actor', sessionId: `resident:${ada}` });
  t.match(heard, { type: '@xstate.event', event: { text: 'Good morning.' } });
});

t.test(
  'nobody else inspects, of an unknown kind and of an actor of another there is nothing, and four streams are open at most',
  async (t) => {
    const { url, inspect } = await town(t);
    t.match(await ask(url('resident/inspection')), { status: 401 }, 'strangers neither, where charts are public');
    for (const path of ['dragon/inspection', 'resident/inspection?actor=pod:mill'])
      t.match(await ask(url(path), { token: operatorToken }), { status: 404 }, path);
    const open = await Promise.all([1, 2, 3, 4].map(() => inspect('resident/inspection')));
    t.same(new Set(open.map(({ status }) => status)), new Set([200]));
    const fifth = await ask(url('resident/inspection'), { token: operatorToken });
    t.match(fifth, { status: 503, body: { error: 'busy' } });
  },
);

t.test('who has gone makes room for another', async (t) => {
  const { inspect } = await town(t);
  const open = await Promise.all([1, 2, 3, 4].map(() => inspect('resident/inspection')));
  open[0]?.close();
  await until('there is room', async () => {
    const { status, close } = await inspect('resident/inspection');
    close();
    return status === 200;
  });
  t.pass();
});

t.test('a gateway that closes ends them whole, and nothing is observed any more', async (t) => {
  const { city, inspect, close } = await town(t);
  await found(city, 'Ada', 10_000);
  const streams = await Promise.all(['resident/inspection', 'location/inspection'].map(inspect));
  t.not(city.state.observer, undefined);
  const ends = Promise.all(streams.map(({ next }) => next()));
  await close();
  t.same(await ends, [[], []], 'a connection that was cut would throw');
  await until('nobody looks', () => city.state.observer === undefined);
});
