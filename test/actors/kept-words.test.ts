/** [SP5] Which words can be read later at the place where they were said: it is decided when they are said. */
import t from 'tap';
import { keepsWords } from '../../actors/rules/place/keeping-words.ts';
import { commons, innerPlace } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Message } from '../../engine/effect.ts';
import { adding, does, exitBetween, goTo, linkFrom, pod, refuses, rich, workshop } from './built-places.ts';
import { given, move, say, type Town } from './given-residents.ts';

/** What is read at a place, newest first. */
const readAt = async (town: Town, place: string): Promise<readonly string[]> =>
  (await town.world.city.said(`at:${place}`, { after: 0, before: Number.MAX_SAFE_INTEGER }, 100)).map(
    ({ json }) => (JSON.parse(json) as { data: { message: string } }).data.message,
  );

const access = (of: string, keepsWords?: boolean): Message => ({
  type: 'set_access',
  pod: of,
  access: { type: 'public', allowed: [] },
  ...(keepsWords !== undefined && { keepsWords }),
});

const change = { type: 'update_connection', entrance: null, way_back: null, access: null };

const shout = (text: string): Message => ({ type: 'shout', text });

t.test('words at the Commons and in a pod that is seen are kept, whispers and letters never', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const hall = await pod(town, 'ada');
  await does(town, 'bo', say('good morning'));
  await does(town, 'bo', shout('a fire'));
  await does(town, 'bo', { type: 'whisper', to: town.id('ada'), text: 'between us' });
  await goTo(town, 'ada', hall);
  await does(town, 'ada', say('welcome'));
  t.same(await readAt(town, commons), ['a fire', 'good morning']);
  t.same(await readAt(town, hall), ['welcome'], 'what was shouted next door was not said here');
  await does(town, 'ada', move('home'));
  await does(town, 'ada', { type: 'letter', to: town.id('bo'), text: 'dear Bo' });
  const everywhere = await Promise.all(
    [commons, hall, town.home('ada'), town.home('bo')].map((at) => readAt(town, at)),
  );
  t.same(everywhere.flat().sort(), ['a fire', 'good morning', 'welcome']);
});

t.test('where a place does not keep them nothing is left, also when it keeps them again', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const hall = await pod(town, 'ada', { tier: 'small' });
  const { state } = town.world.city;
  const inBox = () => keepsWords({ image: (id) => state.images.get(id), count: () => 1 }, innerPlace(hall, 'box'));
  await goTo(town, 'bo', hall);
  await does(town, 'bo', say('first'));
  await refuses(t, town, 'bo', access(hall, false), 'not_representative');
  await does(town, 'ada', access(hall, false));
  t.notOk(inBox(), 'a container does as its pod does');
  await does(town, 'bo', say('second'));
  await does(town, 'bo', shout('third'));
  await does(town, 'ada', access(hall));
  await does(town, 'bo', say('fourth'));
  t.same(await readAt(town, hall), ['first'], 'who may enter is one thing, what is kept another');
  await does(town, 'ada', access(hall, true));
  t.ok(inBox());
  await does(town, 'bo', say('fifth'));
  t.same(await readAt(town, hall), ['fifth', 'first']);
  t.same(await readAt(town, commons), [], 'a shout was not said there');
  const heard = await town.world.city.missed(town.actor('bo'), {
    after: 0,
    until: 10_000,
    limit: 1_000,
    reach: 10_000,
  });
  t.equal(heard.events.filter(({ type }) => type.startsWith('message.')).length, 5, 'those present hear all of it');
});

t.test('homes keep no words, nor do their rooms', async (t) => {
  const town = await given({ ada: { ...rich, atHome: true } });
  await does(town, 'ada', say('alone at last'));
  await does(town, 'ada', adding('den', 'study'));
  const den = innerPlace(town.home('ada'), 'den');
  t.same(await readAt(town, town.home('ada')), []);
  t.same(await readAt(town, den), []);
});

t.test(
  'words in a workshop, or behind a hidden way, are kept by nobody, also when the way is shown later',
  async (t) => {
    const town = await given({ ada: rich, bo: rich });
    const shed = await workshop(town, 'ada', { name: 'shed', tier: 'small' });
    await goTo(town, 'ada', shed);
    await does(town, 'ada', say('a plan'));
    t.same(await readAt(town, shed), []);
    await does(town, 'ada', move('commons'));
    const den = await pod(town, 'ada', { name: 'den', links: [linkFrom(commons, { visibility: 'hidden' })] });
    const exit = exitBetween(town, commons, den);
    await does(town, 'ada', move(exit));
    await does(town, 'ada', say('a secret'));
    await does(town, 'ada', { ...change, exit, visibility: 'visible' });
    await does(town, 'ada', say('no secret'));
    t.same(await readAt(town, den), ['no secret']);
  },
);

t.test('the words of the dead stay, and a city that begins again reads the same', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  await does(town, 'ada', say('remember me'));
  await does(town, 'ada', { type: 'shut_down' });
  await town.ticks(2);
  t.same(await readAt(town, commons), ['remember me']);
  const hall = { resident: town.id('bo'), location: null };
  t.match(await town.world.city.view(view('words_here', hall)), {
    value: { location: commons, topic: `at:${commons}` },
  });
  const elsewhere = await town.world.city.view(view('words_here', { ...hall, location: 'lamp-shop' }));
  t.match(elsewhere, { code: 'location_required', context: { required: 'lamp-shop', current: commons } });
});
