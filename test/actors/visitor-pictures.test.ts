/** Pictures that visitors leave at portal stations: who may, what is paid, who hears of it, and how each comes to its end. */
import t from 'tap';
import type { MessageOf } from '../../actors/facts.ts';
import type { VisitorCommands } from '../../actors/kinds/visitor/messages.ts';
import { commons, innerPlace, noteActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { adding, balanced, does, holds, rich } from './built-places.ts';
import { applied, given, inCommons, refusal, type Town } from './given-residents.ts';
import { grants, stationIn, tells } from './portal-stations.ts';
import { visitorIn, visits } from './visitors-and-souls.ts';

const price = 5_000;
const page = { limit: 10, cursor: null };

async function withStation(env: Readonly<Record<string, string>> = {}) {
  const town = await given({ ada: rich, bo: { ...rich, atHome: true } }, { env });
  const { city } = town.world;
  const visitor = await visitorIn(city, 'one');
  await grants(city, visitor, 100_000);
  const station = await stationIn(city);
  town.newEvents();
  return { town, city, visitor, station };
}

const leaving = (station: string): MessageOf<VisitorCommands, 'leave_picture'> => ({
  ...{ type: 'leave_picture', station, text: 'A lamp.', content: contentHash('A lamp.') },
  size: { width: 8, height: 6 },
});

const walletOf = ({ world: { city } }: Town, visitor: string): number =>
  balanceAt(city.state.account(visitorActor(visitor)), city.state.counters.tick);

/** The id of the newest picture. */
const leftIn = (town: Town): string =>
  String(town.newEvents().findLast(({ type }) => type === 'picture.left')?.data['id']);

const full = (max: number, of: string) => refusal('tier_capacity_exceeded', { max, current: max, of });

t.test('[VH10] a picture stands at an active station, is paid for good, and lapses', async (t) => {
  const { town, city, visitor, station } = await withStation({ PICTURE_TICKS: '3' });
  const treasury = holds(town, 'treasury');
  t.match(await visits(city, visitor, leaving(station)), applied);
  t.equal(walletOf(town, visitor), 100_000 - price);
  t.equal(holds(town, 'treasury'), treasury + price);
  t.match(town.newEvents(), [
    {
      type: 'picture.left',
      category: 'visitor',
      location: commons,
      data: { text: 'A lamp.', station, from: visitor, until_tick: 3 },
      audience: [inCommons, `to:visitor:${visitor}`, `to:portal-station:${station}`, 'public'],
    },
  ]);
  const shown = { purpose: 'picture', picture: { station, width: 8, height: 6 }, location: commons };
  for (const asked of [
    view('notes_here', { resident: town.id('ada'), ...page }),
    view('notes_at', { id: commons, ...page }),
    view('pictures_at', { id: station, ...page }),
    view('notes_of', { visitor, ...page }),
  ])
    t.match(await city.view(asked), { value: { items: [shown] } });
  await town.ticks(3);
  t.match(town.newEvents().at(-1), { type: 'note.gone', data: { reason: 'lapsed', purpose: 'picture' } });
  t.match(await city.view(view('pictures_at', { id: station, ...page })), { value: { items: [] } });
  balanced(t, town);
});

t.test('[VH10] so many of one visitor, and so many at one station; who cannot pay leaves none', async (t) => {
  const { town, city, visitor, station } = await withStation({
    ...{ PICTURES_PER_VISITOR_MAX: '2', PICTURES_AT_STATION_MAX: '3' },
  });
  for (let n = 0; n < 2; n++) t.match(await visits(city, visitor, leaving(station)), applied);
  t.match(await visits(city, visitor, leaving(station)), full(2, 'pictures'));
  const other = await visitorIn(city, 'two');
  t.match(
    await visits(city, other, leaving(station)),
    refusal('insufficient_credits', { required: price, balance: 0 }),
  );
  await grants(city, other, 100_000);
  t.match(await visits(city, other, leaving(station)), applied);
  t.match(await visits(city, other, leaving(station)), full(3, 'pictures of a station'));
  t.equal(walletOf(town, other), 100_000 - price, 'what is not taken is not paid');
  t.match(await visits(city, other, leaving(await stationIn(city, commons, 'Cafe'))), applied, 'another has room');
  balanced(t, town);
});

t.test('[VH10] none at a station that is silent, closed, or opens where no stranger may walk', async (t) => {
  const { town, city, visitor, station } = await withStation();
  t.match(await visits(city, visitor, leaving('nowhere-9')), { code: 'not_found' });
  await does(town, 'bo', adding('den', 'meeting'));
  const hidden = await stationIn(city, innerPlace(town.home('bo'), 'den'), 'Den');
  t.match(await visits(city, visitor, leaving(hidden)), refusal('invalid_state'));
  t.match(await city.view(view('pictures_at', { id: hidden, ...page })), { value: { items: [] } });
  await tells(city, station, { type: 'silent' });
  t.match(await visits(city, visitor, leaving(station)), refusal('invalid_state'));
  await tells(city, station, { type: 'close' });
  t.match(await visits(city, visitor, leaving(station)), refusal('invalid_state'));
  t.equal(walletOf(town, visitor), 100_000);
});

t.test('[VH11] each way in which a picture goes; what it cost does not come back', async (t) => {
  const { town, city, visitor, station } = await withStation();
  const left = async () => {
    await visits(city, visitor, leaving(station));
    return leftIn(town);
  };
  const gone = (note: string, reason: string, actor: string | null) => {
    t.match(town.newEvents().at(-1), { type: 'note.gone', actor, data: { id: note, reason, from: visitor } });
    t.equal(city.state.images.get(noteActor(note)), undefined);
  };
  const back = await left();
  const other = await visitorIn(city, 'two');
  t.match(await visits(city, other, { type: 'take_back', note: back }), refusal('not_found', { kind: 'note' }));
  t.match(await visits(city, visitor, { type: 'take_back', note: back }), applied);
  gone(back, 'taken back', visitor);
  t.match(await visits(city, visitor, { type: 'take_back', note: back }), refusal('not_found', { kind: 'note' }));
  const removed = await left();
  const cafe = await stationIn(city, commons, 'Cafe');
  t.match(
    await tells(city, cafe, { type: 'remove_picture', note: removed }),
    refusal('not_found', { kind: 'picture' }),
  );
  t.match(await tells(city, station, { type: 'remove_picture', note: removed }), applied);
  gone(removed, 'removed', null);
  const closed = await left();
  await tells(city, station, { type: 'silent' });
  t.ok(city.state.images.get(noteActor(closed)), 'it stands while its station is silent');
  await tells(city, station, { type: 'close' });
  gone(closed, 'station closed', null);
  t.equal(walletOf(town, visitor), 100_000 - 3 * price);
  balanced(t, town);
});

t.test('[VH11] a visitor takes away a note and a wish of its own too', async (t) => {
  const { town, city, visitor } = await withStation();
  for (const purpose of ['note', 'wish'] as const) {
    const said = {
      type: 'leave_note',
      purpose,
      place: commons,
      text: 'Hello.',
      content: contentHash('Hello.'),
    } as const;
    await visits(city, visitor, said);
    const note = String(town.newEvents().at(-1)?.data['id']);
    t.match(await visits(city, visitor, { type: 'take_back', note }), applied);
    t.match(town.newEvents().at(-1), { type: 'note.gone', data: { purpose, reason: 'taken back' } });
  }
});
