/** What must hold of a turn is asserted while it can be dropped: the turn fails, the city lives (T2, S1). */
import t from 'tap';
import type { Command } from '../../engine/command.ts';
import type { Audience, Effect } from '../../engine/effect.ts';
import type { ActorId } from '../../engine/ids.ts';
import { doing, openToys, order, publish, toy } from './toy-actors.ts';
import { cityHash } from './turns-without-city.ts';

/** Text that was never parsed, where the types ask for an id. */
const forged = (text: string) => text as ActorId;

const hostile = [
  '',
  ' ',
  'a b',
  'a\nb',
  'all',
  'public',
  'to:toy:a',
  'x to:toy:a',
  'at:',
  'at:a b',
  'at:\u2028',
  'at:\u0000',
];
const hostileActors = [
  '',
  'toy',
  'toy:',
  'toy:a b',
  'toy:a\n',
  'toy:a to:toy:b',
  ' toy:a',
  'all',
  'toy:\ud800',
  `toy:${'a'.repeat(1_000)}`,
];

const tell = (audience: Audience): Effect => ({
  type: 'tell',
  event: { type: 'said', category: 'emergent', location: null, actor: null, subject: null, data: {} },
  audience,
});

const orders: readonly (readonly [what: string, (to: ActorId) => Command])[] = [
  ...hostile.map((topic) => [`topic ${topic}`, (to: ActorId) => order(to, [tell({ topics: [topic] })])] as const),
  ...hostileActors.flatMap(
    (id) =>
      [
        [`audience ${id}`, (to: ActorId) => order(to, [tell({ actors: [forged(id)] })])],
        [`new actor ${id}`, (to: ActorId) => order(to, [{ type: 'spawn', id: forged(id), input: {} }])],
        [`account ${id}`, (to: ActorId) => order(to, [{ type: 'burn', account: forged(id), delta: 1 }])],
      ] as const,
  ),
  ...['', 'a b', 'a\nb', 'said\n'].map(
    (type) => [`type ${type}`, (to: ActorId) => order(to, [publish(type)])] as const,
  ),
  ...['', 'a\nb', 'a\u2028', 'a b'].map(
    (place) => [`place ${place}`, (to: ActorId) => order(to, [], { place })] as const,
  ),
  ['letter', (to) => order(to, [tell({ actors: [to], letters: [toy('x')] })])],
  ['effect', (to) => order(to, [{ type: 'perform', effect: 'nothing', input: {} }])],
  ...['a\u0000', '\ud800', 'a\udc00b'].map(
    (text) => ['text', (to: ActorId) => ({ ...order(to, []), contents: [text] })] as const,
  ),
];

t.test('[S1] [T2] what the journal could not hold fails its turn, and nothing else', async (t) => {
  const names = orders.map((_, n) => `n${n}`);
  const { city, store } = await openToys([...names, 'other']);
  await doing(city, toy('other'), []);
  const before = cityHash(city.state);
  for (const [n, [what, command]] of orders.entries()) {
    const outcome = await city.submit(command(toy(`n${n}`)));
    // The text itself would break the lines of the report.
    t.match(outcome, { type: 'refused', code: 'internal_error', applied: false }, `${n} ${what.split(' ')[0]}`);
  }
  t.equal(cityHash(city.state), before, 'nothing has changed');
  t.match(await doing(city, toy('other'), [tell({ topics: ['at:here'], actors: [toy('n1')] })]), { type: 'applied' });
  t.same(store.events.at(-1)?.audience, ['at:here', 'to:toy:n1']);
});

t.test('[S1] one caller alone brings no actor but its own into quarantine', async (t) => {
  const { city } = await openToys(['victim', 'a']);
  for (let n = 0; n < 12; n++) {
    await city.submit(order(toy('victim'), [], { throws: 'guard' }, toy('a')));
    await city.submit(order(toy('victim'), [], { throws: 'guard' }, toy('a')));
    await city.tick();
  }
  t.same(city.health.quarantined, []);
  for (let n = 0; n < 2; n++) {
    for (let k = 0; k < 3; k++) await city.submit(order(toy('a'), [], { throws: 'guard' }));
    await city.tick();
    await city.tick();
  }
  t.same(city.health.quarantined, [toy('a')], 'an actor that fails for itself is');
});

t.test('an audience has its topics, whoever is named, all and strangers: each for itself', async (t) => {
  const { city, store } = await openToys(['a']);
  const audiences: readonly (readonly [Audience, readonly string[]])[] = [
    [{}, []],
    [{ topics: ['at:here'] }, ['at:here']],
    [{ everyone: true }, ['all']],
    [{ topics: ['at:here'], everyone: true }, ['at:here', 'all']],
    [{ actors: [toy('a'), toy('a')], everyone: true, public: true }, ['to:toy:a', 'all', 'public']],
    [{ actors: [toy('a')], everyone: false }, ['to:toy:a']],
  ];
  for (const [audience, entries] of audiences) {
    await doing(city, toy('a'), [tell(audience)]);
    t.same(store.events.at(-1)?.audience, entries);
  }
});
