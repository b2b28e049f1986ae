/** What is kept of the newest turns and refusals, and that it is bounded: [RF1]. */
import t from 'tap';
import { must } from '../../engine/assert.ts';
import type { JournalCommand } from '../../engine/command.ts';
import { type ActorId, parseActorId } from '../../engine/ids.ts';
import { refusedBy } from '../../engine/refusal.ts';
import { NewestRefusals } from '../../research/observation/newest-refusals.ts';
import { NewestTurns } from '../../research/observation/newest-turns.ts';
import { act, found, openWorld } from '../world.ts';

const [ada, bo] = ['resident:ada-1', 'resident:bo-2'].map((id) => must(parseActorId(id), id));

const command = (turn: number, to = ada): JournalCommand => ({
  ...{ turn, at: turn, type: 'event', caller: must(bo, 'bo'), to: must(to, 'ada') },
  event: { type: 'whispered', text: 'It is not kept.' },
});

const turnsOf = (refusals: NewestRefusals, of = ada) => refusals.of(must(of, 'an actor')).map(({ turn }) => turn);

t.test('[RF1] the newest refusals are kept, as many as there may be', async (t) => {
  const refusals = new NewestRefusals({ max: 3 });
  for (let turn = 1; turn <= 5; turn++) refusals.dropped(refusedBy('access_denied'), command(turn));
  t.same(turnsOf(refusals), [5, 4, 3]);
  t.same(turnsOf(refusals, bo), [5, 4, 3], 'also by who sent it');
  t.notMatch(JSON.stringify(refusals.of(must(ada, 'ada'))), 'It is not kept.');
});

t.test('[RF1] and as much, and a large context not at all', async (t) => {
  const refusals = new NewestRefusals({ maxSize: 4_000 });
  const reason = 'x'.repeat(1_500);
  for (let turn = 1; turn <= 5; turn++) refusals.dropped(refusedBy('access_denied', { reason }), command(turn));
  t.same(turnsOf(refusals), [5, 4]);
  refusals.dropped(refusedBy('access_denied', { reason: 'x'.repeat(10_000) }), command(6));
  t.same(turnsOf(refusals), [6, 5, 4]);
  t.match(refusals.of(must(ada, 'ada'))[0], { code: 'access_denied', context: null });
});

t.test('[RF1] what is refused at the door the same way takes one place, and is counted', async (t) => {
  const refusals = new NewestRefusals({ max: 3 });
  const [self, other] = [must(ada, 'ada'), must(bo, 'bo')];
  refusals.dropped(refusedBy('access_denied'), command(1));
  for (let at = 2; at <= 500; at++)
    refusals.atDoor(refusedBy('rate_limited', { retry: at }), self, 'POST /v1/mesh/broadcast', at);
  t.match(refusals.of(self), [
    {
      turn: null,
      at: 500,
      code: 'rate_limited',
      request: 'POST /v1/mesh/broadcast',
      times: 499,
      context: { retry: 500 },
    },
    { turn: 1, code: 'access_denied', request: null, times: 1 },
  ]);
  refusals.atDoor(refusedBy('invalid_request', { issues: 'x'.repeat(3_000) }), self, 'POST /v1/mesh/broadcast', 501);
  t.match(refusals.of(self)[0], { code: 'invalid_request', context: null, command: null, caller: self, to: null });
  t.same(refusals.of(other).length, 1, 'of another only what a turn refused');
});

t.test('turns are kept by whom they address and whom they change', async (t) => {
  const turns = new NewestTurns(4);
  const { city } = await openWorld({ onSealed: (sealed) => turns.sealed(sealed) });
  const resident = await found(city, 'Ada', 10_000);
  const id = must(parseActorId(`resident:${resident}`), resident);
  t.match(turns.of(id), [{ command: 'event', caller: 'operator', event: 'found', state: 'alive.active' }]);
  await act(city, resident, { type: 'broadcast', text: 'Good morning.' });
  await act(city, resident, { type: 'broadcast', text: 'Is anybody there?' });
  t.match(turns.of(id), [
    { event: 'broadcast', state: null, published: 1 },
    { event: 'broadcast', state: 'alive.active' },
    { event: 'found' },
  ]);
  for (let n = 0; n < 4; n++) await act(city, resident, { type: 'broadcast', text: 'Well?' });
  t.same(
    turns.of(id).map(({ event }) => event),
    Array(4).fill('broadcast'),
    'and older ones are dropped',
  );
});

t.test('whom an older turn in the same place of the ring had changed is not told', async (t) => {
  const turns = new NewestTurns(1);
  let changed: readonly ActorId[] = [];
  const { city } = await openWorld({
    onSealed: (sealed) => {
      turns.sealed(sealed);
      changed = [...sealed.images.keys()];
    },
  });
  const resident = await found(city, 'Ada', 10_000);
  await found(city, 'Bo', 10_000);
  const older = changed;
  await act(city, resident, { type: 'broadcast', text: 'Good morning.' });
  t.ok(older.length > changed.length, `${older.length} actors changed by a birth`);
  for (const id of older) t.same(turns.of(id), [], id);
});
