/** [OP5] The city before it is open: it answers busy and shows nothing; what was asked of its clock holds from its opening on. */
import t from 'tap';
import type { FeedItem } from '../../engine/city-interface.ts';
import { viewRequest } from '../../engine/command.ts';
import { OpeningCity } from '../../engine/starting-city.ts';
import { openToys, order, toy } from './toy-actors.ts';

t.test('until it is open every request is busy, and every number is zero', async (t) => {
  const opening = new OpeningCity();
  t.same(opening.health, {
    ...{ ready: false, tick: 0, turn: 0, committedTurn: 0, seq: 0, actors: 0, oldestUncommittedMs: 0 },
    ...{ oldestWaitingMs: {}, quarantined: [] },
  });
  const busy = { type: 'refused', code: 'busy' };
  t.match(await opening.submit(order(toy('a'), [])), busy);
  t.match(await opening.view(viewRequest('toy', { id: 'a' })), busy);
  t.match(await opening.release(toy('a')), busy);
  t.equal(await opening.tick(), 'busy');
  await t.rejects(opening.checkpoint(), /still opening/);
  t.same(await opening.letters(toy('a'), 9, 9), []);
  await opening.completeAnswer(toy('a'), { key: 'k', fingerprint: 'f', keepAnswer: true }, '{}');
});

t.test('from its opening on the real city answers, and earlier listeners hear it', async (t) => {
  const opening = new OpeningCity();
  const heard: FeedItem[] = [];
  const unsubscribe = opening.subscribe((items) => heard.push(...items));
  opening.pause();
  t.ok(opening.paused);
  const { city } = await openToys(['a']);
  opening.open(city);
  t.ok(city.paused, 'what was asked before holds');
  opening.resume();
  t.notOk(city.paused || opening.paused);
  t.match(heard, [{ type: 'opened' }]);
  t.match(await opening.submit(order(toy('a'), [])), { type: 'applied' });
  t.match(opening.health, { ready: true, actors: city.health.actors, turn: city.health.turn });
  unsubscribe();
  const late: FeedItem[] = [];
  opening.subscribe((items) => late.push(...items));
  t.same(late, [{ type: 'opened', seq: city.health.seq }], 'a later listener hears where it begins');
});

t.test('of several who pause and resume it before its opening, the last holds', async (t) => {
  const opening = new OpeningCity();
  opening.pause();
  opening.resume();
  t.notOk(opening.paused);
  const { city } = await openToys(['a']);
  opening.open(city);
  t.notOk(city.paused);
});
