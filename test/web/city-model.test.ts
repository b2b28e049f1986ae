/** Where everybody is on the landing page: the map, and every step since. */
import t from 'tap';
import { City, counted, gatherings, type PublicMap, presenceText } from '../../web/landing/city-model.ts';
import type { CityEvent } from '../../web/lib/events.ts';

const place = (id: string) => ({
  ...{ id, kind: 'pod', name: id.toUpperCase(), lot: null, x: 0, y: 0 },
  ...{ residents_count: 0, tier: null, annexes: 0, since_tick: null, owner: null },
});
const map = (seq: number, at: Readonly<Record<string, string>>): PublicMap => ({
  ...{ seq, ways: [{ from: 'commons', to: 'mill' }], truncated: false },
  ...{ land: 'a seed', tick: 1, homes: [], sites: [], ruins: [], dead: [] },
  places: [place('commons'), place('mill')],
  residents: Object.entries(at).map(([id, location]) => ({ id, name: `Name of ${id}`, location })),
});

type Step = 'resident.arrived' | 'resident.departed';
const step = (seq: number, type: Step, actor: string, location: string): CityEvent => ({
  ...{ seq, type, actor, location, subject: null, at: '2026-01-01T00:00:00Z', tick: 1, data: {} },
});

/** A city whose drawing is a list of its calls. */
function drawn() {
  const drawing: string[] = [];
  const waiting = new Set<() => void>();
  let outdated = 0;
  const city = new City({
    drawing: {
      placed: ({ places }) => drawing.push(`${places.length} places`),
      came: (resident, place, how) => drawing.push(`${resident} at ${place} ${how}`),
      left: (resident, how) => drawing.push(`${resident} left ${how}`),
      ticked: (tick) => drawing.push(`tick ${tick}`),
      happened: ({ words }) => drawing.push(words),
      spoke: (resident) => drawing.push(`${resident} spoke`),
    },
    later: (run) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    outdated: () => {
      outdated += 1;
    },
  });
  const pass = () => {
    for (const run of [...waiting]) run();
    waiting.clear();
  };
  return { city, drawing, pass, looks: () => outdated };
}

t.test('who goes out of one place and into another walks between them', async (t) => {
  const { city, drawing, pass } = drawn();
  city.load(map(5, { vera: 'commons', ilo: 'mill' }));
  city.hear(step(6, 'resident.departed', 'vera', 'commons'));
  city.hear(step(7, 'resident.arrived', 'vera', 'mill'));
  pass();
  t.same(drawing, ['2 places', 'vera at commons at once', 'ilo at mill at once', 'vera at mill walking']);
});

t.test('who goes out and comes in nowhere is out of sight', async (t) => {
  const { city, drawing, pass } = drawn();
  city.load(map(5, { vera: 'commons' }));
  city.hear(step(6, 'resident.departed', 'vera', 'commons'));
  t.same([...city.residents], [['vera', 'commons']], 'not before a moment has passed');
  pass();
  t.same([...city.residents], []);
  t.equal(drawing.at(-1), 'vera left walking');
  city.hear(step(7, 'resident.arrived', 'vera', 'mill'));
  t.equal(drawing.at(-1), 'vera at mill walking', 'and is seen walking in');
  city.load(map(9, {}));
  t.equal(drawing.at(-1), 'vera left at once', 'whom a map does not show has not been seen walking');
});

t.test('what is on the map already is not heard again; what came after it is, however old the map', async (t) => {
  const { city } = drawn();
  city.load(map(5, { vera: 'commons' }));
  city.hear(step(4, 'resident.arrived', 'vera', 'mill'));
  t.equal(city.residents.get('vera'), 'commons');
  city.hear(step(8, 'resident.arrived', 'vera', 'mill'));
  city.load(map(7, { vera: 'commons' }));
  t.equal(city.residents.get('vera'), 'mill', 'a map from before the step does not undo it');
  city.load(map(9, { vera: 'commons', ilo: 'mill' }));
  t.equal(city.residents.get('vera'), 'commons');
});

t.test('a place that is not on the map is a reason to look again', async (t) => {
  const { city, looks } = drawn();
  city.load(map(5, {}));
  city.hear(step(6, 'resident.arrived', 'vera', 'of-tomorrow'));
  t.equal(looks(), 1);
  t.same([...city.residents], []);
});

t.test('no more residents than the map can hold, whoever comes', async (t) => {
  const { city } = drawn();
  city.load(map(5, {}));
  for (let n = 0; n < 7_000; n++) city.hear(step(6 + n, 'resident.arrived', `r-${n}`, 'mill'));
  t.equal(city.residents.size, 6_000);
});

t.test('a place where nobody is stands in the list too, behind the others', async (t) => {
  const { city } = drawn();
  city.load(map(5, { a: 'mill' }));
  t.match(gatherings(city), [{ id: 'mill' }, { id: 'commons', name: 'COMMONS', residents: [] }]);
});

t.test('places are counted in which somebody is, not those where nobody stands', async (t) => {
  const { city } = drawn();
  city.load(map(5, { a: 'mill', b: 'mill' }));
  t.same(counted(city), { residents: 2, places: 1 });
  city.hear(step(6, 'resident.arrived', 'b', 'commons'));
  t.same(counted(city), { residents: 2, places: 2 });
  city.load(map(9, {}));
  t.same(counted(city), { residents: 0, places: 0 });
});

t.test('as a list the fullest place comes first, and everybody by name', async (t) => {
  const { city } = drawn();
  city.load(map(5, { b: 'mill', a: 'mill', c: 'commons' }));
  t.match(gatherings(city), [
    { id: 'mill', name: 'MILL', residents: [{ id: 'a', name: 'Name of a' }, { id: 'b' }] },
    { id: 'commons', residents: [{ id: 'c' }] },
  ]);
});

t.test('births, deaths, what opens and what closes is seen to happen', async (t) => {
  const { city, drawing } = drawn();
  city.load(map(1, {}));
  const event = { actor: null, location: null, subject: 'vera', at: '2026-01-01T00:00:00Z', tick: 1 };
  city.hear({ ...event, seq: 2, type: 'resident.born', data: { name: 'Vera', mentor: null } });
  city.hear({ ...event, seq: 3, type: 'pod.deployed', data: { id: 'shop', name: 'Shop' } });
  city.hear({ ...event, seq: 4, type: 'pod.shut_down', data: { id: 'mill' } });
  city.hear({ ...event, seq: 5, type: 'resident.died', data: { name: 'Vera', cause: null } });
  t.same(
    drawing.filter((line) => /born|opened|closed|died/.test(line)),
    ['Vera is born', 'Shop has opened', 'MILL has closed', 'Vera has died'],
  );
});

t.test('how many are at a place is said as people say it', async (t) => {
  t.strictSame([0, 1, 2].map(presenceText), ['Nobody is here.', '1 resident is here.', '2 residents are here.']);
});
