/** Inside a turn: rules see the draft laid over the indexes, may ask for several effects in one, and answers see its postings (T6). */
import t from 'tap';
import { viewRequest } from '../../engine/command.ts';
import { type Effect, each } from '../../engine/effect.ts';
import { indexName } from '../../engine/ids.ts';
import { Draft } from '../../engine/turn/draft.ts';
import type { View } from '../../engine/views/views.ts';
import { doing, openToys, order, publish, toy } from './toy-actors.ts';
import { Spots, spot } from './toy-places.ts';
import { Turns } from './turns-without-city.ts';

const post = (amount: number, reason: string): Effect => ({
  type: 'post',
  from: 'treasury',
  to: toy('a'),
  amount,
  reason,
});

/** A draft over a city of toys under keys; each later change of the draft is one of theirs. */
function drafting(keys: Readonly<Record<string, readonly string[]>>) {
  const spots = new Spots();
  for (const [name, under] of Object.entries(keys)) spots.create(name, { keys: under });
  const draft = new Draft(spots.state, 1);
  const restage = (name: string, under: readonly string[]) => {
    const image = draft.image(spot(name));
    if (image === undefined) throw new Error(name);
    draft.stage({ ...image, context: { ...image.context, keys: under } });
  };
  const seen = (key: string, limit = 9) => ({
    count: draft.count(indexName('keys'), key),
    members: draft.members(indexName('keys'), key, limit),
  });
  return { draft, restage, seen, state: spots.state };
}

t.test('[T6] count and members see what this turn has changed, and the indexes do not', async (t) => {
  const { draft, restage, seen, state } = drafting({ a: ['x'], b: ['x', 'y'], c: ['y'] });
  t.same(seen('x'), { count: 2, members: [spot('a'), spot('b')] });
  restage('c', ['x']);
  restage('a', []);
  t.same(seen('x'), { count: 2, members: [spot('b'), spot('c')] });
  t.same(seen('y'), { count: 1, members: [spot('b')] });
  restage('b', ['y', 'x']);
  t.same(seen('x'), { count: 2, members: [spot('b'), spot('c')] }, 'a change that moves nothing');
  draft.retire(spot('b'));
  t.same(seen('x'), { count: 1, members: [spot('c')] });
  t.same(seen('y'), { count: 0, members: [] });
  t.equal(state.index('keys').count('x'), 2);
  t.same(seen('nothing'), { count: 0, members: [] });
});

t.test('[T6] a limit holds, in the order of ids, whatever the turn has taken away or added', async (t) => {
  const { restage, seen } = drafting({ a: ['x'], b: ['x'], c: ['x'], d: ['x'], e: [], '0': [] });
  t.same(seen('x', 2).members, [spot('a'), spot('b')]);
  restage('a', []);
  restage('b', []);
  t.same(seen('x', 2).members, [spot('c'), spot('d')]);
  restage('e', ['x']);
  restage('0', ['x']);
  t.same(seen('x', 2).members, [spot('0'), spot('c')]);
  t.same(seen('x', 9).members, [spot('0'), spot('c'), spot('d'), spot('e')]);
  t.same(seen('x', 0).members, []);
});

t.test('[T6] an actor born in this turn is counted in it', async (t) => {
  const spots = new Spots();
  spots.create('a', { keys: ['x'] });
  const counts: number[] = [];
  const [kind] = spots.state.kinds.values();
  if (kind === undefined) throw new Error('no kind');
  Object.assign(kind, {
    events: {
      ...kind.events,
      do: {
        command: true,
        facts: (facts: Draft) => {
          counts.push(facts.count(indexName('keys'), 'x'));
          return {};
        },
      },
    },
  });
  spots.tell('a', {}, [
    { type: 'spawn', id: spot('b'), input: { keys: ['x'] } },
    { type: 'send', to: spot('a'), event: { type: 'do' } },
  ]);
  t.same(counts, [1, 2]);
  t.same(
    spots.tell('a', {}, [
      { type: 'spawn', id: spot('c'), input: { keys: ['x'] } },
      { type: 'refuse', code: 'no', context: {} },
    ])?.code,
    'no',
  );
  t.equal(spots.state.index('keys').count('x'), 2, '[T2]');
});

t.test('several effects in one are taken in order, one within another too, and refuse as one', async (t) => {
  const turns = new Turns(['a']);
  turns.does('a', [each([publish('one'), each([publish('two'), each([])]), publish('three')]), publish('four')]);
  t.same(
    turns.sealed.at(-1)?.events.map(({ type }) => type),
    ['one', 'two', 'three', 'four'],
  );
  const refused = turns.does('a', [each([post(5, 'gift'), each([{ type: 'refuse', code: 'no', context: {} }])])]);
  t.match(refused, { code: 'no' });
  t.equal(turns.state.account(toy('a')).balance, 0, '[T2]');
});

t.test('a posting of zero is not made', async (t) => {
  const turns = new Turns(['a']);
  t.equal(
    turns.does('a', [post(0, 'nothing'), { type: 'post', from: toy('a'), to: toy('a'), amount: 0, reason: 'self' }]),
    undefined,
  );
  t.equal(turns.state.accounts.size, 0);
});

t.test('[T6] an answer sees the postings of its own turn, with their reasons, and no others', async (t) => {
  const views: Readonly<Record<string, View>> = {
    paid: (reader) => {
      const postings = reader.answering?.postings.map(({ from, to, amount, reason }) => ({ from, to, amount, reason }));
      return { postings: postings ?? null };
    },
  };
  const { city } = await openToys(['a', 'b'], { views });
  await doing(city, toy('a'), [post(50, 'earlier')]);
  const on: Effect = { type: 'post', from: toy('a'), to: toy('b'), amount: 30, reason: 'toll' };
  const reply = viewRequest('paid', {});
  const outcome = await city.submit({ ...order(toy('a'), [post(7, 'gift'), on, post(0, 'nothing')]), reply });
  t.same(JSON.parse('json' in outcome ? outcome.json : 'null'), {
    postings: [
      { from: 'treasury', to: toy('a'), amount: 7, reason: 'gift' },
      { from: toy('a'), to: toy('b'), amount: 30, reason: 'toll' },
    ],
  });
  t.match(await city.view(reply), { type: 'shown', value: { postings: null } });
});
