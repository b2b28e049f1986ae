/** What a mind writes down, and what it makes of what it reads. */
import t, { type Test } from 'tap';
import { listOf } from '../../client/wire.ts';
import { CityDoor } from '../../minds/city-client.ts';
import { Memory, type MemoryState } from '../../minds/memory/memory.ts';
import { Notebook } from '../../minds/memory/notebook.ts';
import { overHttp } from '../../minds/mind-ports.ts';
import { ScriptedCity } from './scripted-city.ts';

async function opened(t: Test) {
  const city = await ScriptedCity.open(t);
  const kept: unknown[] = [];
  city.misbehaves = ({ method, path, body }) => {
    if (!path.includes('/memory/')) return undefined;
    if (method === 'POST' && path.includes('/mind/')) kept.push(...listOf(body['messages']));
    return { status: 200, body: { messages: kept } };
  };
  const closing = new AbortController();
  t.teardown(() => closing.abort());
  const book = () =>
    new Notebook(new CityDoor({ ports: overHttp(city.url), token: 'res_x', closing: closing.signal, giveUpMs: 50 }));
  return { city, kept, book };
}

function lived(): MemoryState {
  const memory = new Memory();
  for (let i = 0; i < 200; i++) memory.met(`friend-${i}`, `Friend ${i}${'x'.repeat(60)}`, { lastBeat: i, talks: 2 });
  for (let i = 0; i < 200; i++) memory.cameTo(`place-${i}`, `Place ${'y'.repeat(70)}`);
  for (let i = 0; i < 200; i++) memory.did(`deed ${i} ${'z'.repeat(150)}`);
  memory.note({ tick: 12, beat: 200, purpose: 'building' });
  return memory.state;
}

t.test('what was written last is read again, the newest of it when it is too much [NB1]', async (t) => {
  const { book } = await opened(t);
  t.equal(await book().write('vera-1', lived()), true);
  const read = await book().read();
  t.match(read, { beat: 200, tick: 12, purpose: 'building' });
  t.ok(read?.people['friend-199'] !== undefined && read.people['friend-100'] === undefined);
});

t.test('it writes seldom', async (t) => {
  const { book, kept } = await opened(t);
  const one = book();
  for (let tick = 1; tick <= 12; tick++) await one.write('vera-1', { ...new Memory().state, tick });
  t.equal(kept.length, 4);
});

t.test('in its first acts it writes oftener', async (t) => {
  const { book, kept } = await opened(t);
  const one = book();
  for (let beat = 1; beat <= 400; beat++) await one.write('vera-1', { ...new Memory().state, tick: 1, beat });
  t.equal(kept.length, 5);
});

t.test('at its end it writes what has changed, and only that', async (t) => {
  const { book, kept } = await opened(t);
  const one = book();
  const state = { ...new Memory().state, tick: 1, beat: 500 };
  await one.write('vera-1', state);
  t.equal(await one.writeLast('vera-1', state), false);
  const later = { ...state, beat: 501 };
  t.same([await one.write('vera-1', later), await one.writeLast('vera-1', later)], [false, true]);
  t.equal(kept.length, 2);
  t.match(await book().read(), { beat: 501 });
});

t.test('what does not fit is passed over; without anything it begins anew [NB1, NB2]', async (t) => {
  const { book, kept, city } = await opened(t);
  t.equal(await book().read(), undefined);
  kept.push({ content: JSON.stringify({ ...new Memory().state, beat: 5 }) });
  for (const content of ['{"v":1}', 'Vera was here.', 5, '{"v":1,"beat":"x","people":[]}', null])
    kept.push({ content });
  t.match(await book().read(), { beat: 5 });
  city.misbehaves = () => ({ status: 500, body: 'broken' });
  t.equal(await book().read(), undefined);
});

t.test('what a mind keeps in its head is bounded', async (t) => {
  const state = lived();
  t.same([Object.keys(state.people).length, Object.keys(state.places).length, state.deeds.length], [64, 64, 24]);
});
