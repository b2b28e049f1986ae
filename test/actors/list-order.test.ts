/** Lists of jobs and prints are in the order in which they were made, whatever their ids are. */
import t from 'tap';
import { view } from '../../actors/views.ts';
import { act } from '../world.ts';
import { does, rich } from './built-places.ts';
import { given } from './given-residents.ts';
import { claim, posting } from './job-requests.ts';
import { printing, printsIn, stationIn } from './portal-stations.ts';

const itemsIn = (viewed: object): readonly { readonly id: string }[] => Object(viewed)['value']['items'];

t.test(
  '[JB1] [JB3] of a board the newest come first, page by page; of one’s own jobs those of one status are shown',
  async (t) => {
    const town = await given({ ada: rich, bo: rich });
    const { city, clock } = town.world;
    const posted: string[] = [];
    for (let n = 0; n < 6; n++) {
      clock.ms += 1_000;
      const reply = view('job_posted', { resident: town.id('ada') });
      const outcome = await act(city, town.id('ada'), posting(), reply);
      posted.unshift(String(JSON.parse('json' in outcome ? outcome.json : '{}')['id']));
    }
    const whole = { limit: 4, cursor: null, which: 'here', status: null } as const;
    const jobs = (name: string, args: { which?: 'posted' | 'claimed'; status?: string; cursor?: string }) =>
      city.view(view('jobs', { resident: town.id(name), ...whole, ...args }));
    const first = await jobs('bo', {});
    const cursor = String(Object(first)['value']['next_cursor']);
    const [newest = ''] = posted;
    await does(town, 'bo', claim(posted[3] ?? ''));
    t.same(
      [...itemsIn(first), ...itemsIn(await jobs('bo', { cursor }))].map(({ id }) => id),
      posted,
    );
    t.match(await jobs('bo', { status: 'claimed' }), { value: { items: [{ id: posted[3] }], next_cursor: null } });
    t.same(itemsIn(await jobs('ada', { which: 'posted', status: 'claimed' })).length, 1);
    t.match(await jobs('ada', { which: 'posted', status: 'open' }), { value: { items: [{ id: newest }] } });
    t.same(itemsIn(await jobs('bo', { which: 'claimed', status: 'open' })), []);
  },
);

t.test('[PS3] a station takes what was asked for first before the others', async (t) => {
  const town = await given({ ada: rich });
  const { city, clock } = town.world;
  const station = await stationIn(city);
  const asked: string[] = [];
  for (let n = 0; n < 6; n++) {
    clock.ms += 1_000;
    await does(town, 'ada', printing);
    asked.push(...printsIn(city).flatMap(({ context }) => (asked.includes(context.id) ? [] : [context.id])));
  }
  const page = (cursor: unknown) =>
    city.view(view('prints', { station, status: 'queued', limit: 4, cursor: cursor === null ? null : String(cursor) }));
  const first = await page(null);
  const rest = await page(Object(first)['value']['next_cursor']);
  t.same(
    [...itemsIn(first), ...itemsIn(rest)].map(({ id }) => id),
    asked,
  );
  t.match(rest, { value: { next_cursor: null, items: [{ by: town.id('ada') }] } });
});
