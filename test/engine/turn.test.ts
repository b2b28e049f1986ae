/** A turn is all or nothing (T1, T2), its actors hear what they must (T5, T6, K4), and everything in it is bounded (A1). */
import t from 'tap';
import { emit, setup } from 'xstate';
import type { EventRule, KindRules } from '../../engine/actor-kind.ts';
import { InvariantBroken, must } from '../../engine/assert.ts';
import { type Effect, refusal } from '../../engine/effect.ts';
import { ActorFailed } from '../../engine/turn/turn.ts';
import { publish, type ToyContext, toy, toyKinds, toySettings } from './toy-actors.ts';
import { cityHash, cityOf, Turns } from './turns-without-city.ts';

const grant = (name: string, amount: number): Effect => ({
  type: 'post',
  from: 'treasury',
  to: toy(name),
  amount,
  reason: 'grant',
});
const send = (name: string, event: Record<string, unknown>): Effect => ({
  type: 'send',
  to: toy(name),
  event: { type: 'do', ...event },
});
const heard = (turns: Turns, name: string) =>
  (must(turns.state.images.get(toy(name)), name).context as ToyContext).heard;

/** Effects of every kind, on several actors, accounts and indexes. */
const everything: readonly Effect[] = [
  grant('a', 500),
  { type: 'burn', account: toy('b'), delta: 100 },
  publish('something'),
  { type: 'wake', tick: 7, event: { type: 'ring' } },
  { type: 'spawn', id: toy('child'), input: { place: 'square', effects: [grant('child', 10)] } },
  { type: 'perform', effect: 'errand', input: { what: 'bread' } },
  send('b', { place: 'park', effects: [{ type: 'wake', tick: 0, event: { type: 'chime' } }] }),
];

t.test('[T2] a refusal leaves no trace, wherever in the turn it comes', async (t) => {
  const refuse: Effect = { type: 'refuse', code: 'access_denied', context: { why: 'because' } };
  const endings: readonly (readonly Effect[])[] = [
    [refuse],
    [send('b', { effects: [refuse] })],
    [send('b', { effects: [send('a', { effects: [refuse] })] })],
    [{ type: 'spawn', id: toy('late'), input: { effects: [refuse] } }],
  ];
  for (const ending of endings) {
    const turns = new Turns(['a', 'b']);
    turns.does('a', [], { place: 'square' });
    const before = cityHash(turns.state);
    t.match(turns.does('a', [...everything, ...ending], { place: 'elsewhere' }), {
      type: 'refused',
      code: 'access_denied',
      applied: false,
    });
    t.equal(cityHash(turns.state), before);
    t.equal(turns.does('a', everything), undefined, 'and without the refusal it would have gone through');
    t.not(cityHash(turns.state), before);
  }
});

t.test('[T2] an exception leaves no trace, wherever in the turn it comes', async (t) => {
  const throwing: readonly [Effect, RegExp][] = [
    [send('b', { throws: 'guard' }), /toy:b failed: .*a guard that throws/s],
    [{ type: 'send', to: toy('b'), event: { type: 'act' } }, /toy:b failed: .*\[T4\]/s],
    [{ type: 'post', from: toy('a'), to: toy('b'), amount: -1, reason: 'bad' }, /\[L1\]/],
    [{ type: 'burn', account: toy('b'), delta: -101 }, /\[L3\]/],
  ];
  for (const [effect, message] of throwing) {
    const turns = new Turns(['a', 'b']);
    const before = cityHash(turns.state);
    const failure = t.throws(() => turns.does('a', [...everything.slice(0, -1), effect]), { message });
    t.equal(failure instanceof ActorFailed, effect.type === 'send');
    t.equal(failure instanceof InvariantBroken, effect.type !== 'send');
    t.equal(cityHash(turns.state), before);
  }
});

t.test(
  '[T1] messages are delivered in the order they were sent, effects taken in the order they were asked',
  async (t) => {
    const turns = new Turns(['a', 'b']);
    turns.does('a', [
      send('b', { label: 'first', effects: [send('a', { label: 'third' }), publish('two')] }),
      publish('one'),
      send('a', { label: 'second' }),
    ]);
    t.same(heard(turns, 'a'), ['do@0', 'second@0', 'third@0']);
    t.same(heard(turns, 'b'), ['first@0']);
    t.same(
      turns.sealed.at(-1)?.events.map(({ type }) => type),
      ['one', 'two'],
    );
  },
);

t.test('[T1] the same commands give the same city, bit for bit', async (t) => {
  const [one, other] = [new Turns(['a', 'b']), new Turns(['a', 'b'])];
  for (const turns of [one, other]) {
    turns.does('a', everything);
    turns.tick();
  }
  t.same(cityOf(one.state), cityOf(other.state));
  t.same(
    one.sealed.map(({ events }) => events),
    other.sealed.map(({ events }) => events),
  );
});

t.test('[T5] what the present state does not handle is refused, with the commands that it would take', async (t) => {
  const turns = new Turns(['a']);
  t.match(turns.hear(toy('a'), { type: 'nonsense' }), {
    code: 'invalid_state',
    context: { state: 'awake', allowed_events: ['act', 'do', 'retire'] },
    applied: false,
  });
  turns.hear(toy('a'), { type: 'retire' });
  t.match(turns.does('a', []), { code: 'invalid_state', context: { state: 'retired', allowed_events: ['recall'] } });
  t.match(turns.hear(toy('nobody'), { type: 'do' }), { code: 'not_found', context: { kind: 'toy' } });
});

t.test(
  '[T5] an actor with a chart of its own is born, decides and refuses by that, all others by that of the kind',
  async (t) => {
    const machine = setup({ actions: { refuse: emit(() => refusal('invalid_state')) } }).createMachine({
      initial: 'apart',
      on: { '*': { actions: 'refuse' } },
      states: { apart: { on: { act: { target: 'nearer' } } }, nearer: {} },
    });
    const kinds = toyKinds.map((kind) =>
      kind.name === 'toy' ? { ...kind, machinesOf: { [toy('odd')]: machine } } : kind,
    );
    const turns = new Turns(['odd', 'a'], toySettings, kinds);
    const stateOf = (name: string) => turns.state.images.get(toy(name))?.state;
    t.same(['odd', 'a'].map(stateOf), ['apart', 'awake']);
    t.match(turns.does('odd', []), { code: 'invalid_state', context: { state: 'apart', allowed_events: ['act'] } });
    t.equal(turns.does('a', []), undefined);
    t.equal(turns.hear(toy('odd'), { type: 'act' }), undefined);
    t.same(['odd', 'a'].map(stateOf), ['nearer', 'awake']);
  },
);

t.test('[T6] facts are the draft laid over the city, and what a refused turn drew is drawn again', async (t) => {
  const asking: EventRule = {
    command: true,
    facts: (facts) => ({ tick: `${facts.balance(toy('a'))} ${facts.mint('id')} ${facts.number()}` }),
  };
  const kinds = toyKinds.map((kind) => ({ ...kind, events: { ...kind.events, do: asking } }));
  const turns = new Turns(['a', 'b'], toySettings, kinds);
  turns.does('a', [grant('a', 5), send('b', {})]);
  const [first, name, number] = heard(turns, 'a')[0]?.slice(3).split(' ') ?? [];
  t.same([first, number], ['0', '1']);
  t.match(heard(turns, 'b')[0], /^do@5 id_[a-z2-7]{16} 2$/, 'the posting of this very turn is seen');
  const before = turns.state.counters;
  turns.does('a', [{ type: 'refuse', code: 'no', context: {} }]);
  t.same(turns.state.counters, before);
  turns.does('a', []);
  t.match(heard(turns, 'a')[1], /^do@5 id_[a-z2-7]{16} 3$/);
  t.notMatch(heard(turns, 'a')[1] ?? '', name ?? '');
});

t.test('[A1] a context beyond its bound is an assertion; up to it is not', async (t) => {
  const turns = new Turns(['a']);
  const before = cityHash(turns.state);
  t.throws(() => turns.does('a', [], { keep: 'x'.repeat(16_384) }), /\[A1\]/);
  t.throws(() => turns.does('a', [], { keep: Array.from({ length: 2_048 }, (_, i) => i) }), /\[A1\]/);
  t.equal(cityHash(turns.state), before);
  t.equal(turns.does('a', [], { keep: 'x'.repeat(16_000) }), undefined);
});

t.test('[T1] a turn delivers a bounded number of messages', async (t) => {
  const turns = new Turns(['a', 'b']);
  const crowd = (count: number) => Array.from({ length: count }, () => send('b', {}));
  t.equal(turns.does('a', crowd(999)), undefined);
  const before = cityHash(turns.state);
  t.throws(() => turns.does('a', crowd(1_000)), /bounded/);
  t.equal(cityHash(turns.state), before);
});

t.test('[T1] [K4] an actor that wakes itself over and over does not hold the turn forever', async (t) => {
  const turns = new Turns(['a']);
  const forever: Record<string, unknown> = { type: 'ring' };
  forever['effects'] = [{ type: 'wake', tick: 0, event: forever }];
  turns.does('a', [{ type: 'wake', tick: 0, event: forever as { type: string } }]);
  t.throws(() => turns.does('a', []), /bounded/);
});

t.test('[K4] whoever has a wake-up due hears it before any other message, inside the same turn', async (t) => {
  const turns = new Turns(['a', 'b']);
  turns.does('b', [
    { type: 'wake', tick: 1, event: { type: 'chime' } },
    { type: 'wake', tick: 1, event: { type: 'ring', effects: [publish('rung')] } },
    { type: 'wake', tick: 2, event: { type: 'ring', label: 'too early' } },
  ]);
  turns.does('b', [
    { type: 'wake', tick: 1, event: { type: 'ring', label: 'rings once', effects: [publish('rung')] } },
  ]);
  turns.run({ type: 'tick', tick: 1 });
  turns.does('a', [send('b', { label: 'asked' })]);
  t.same(heard(turns, 'b'), ['do@0', 'do@0', 'rings once@1', 'chime@1', 'asked@1'], "in the kind's order");
  t.same(
    turns.sealed.at(-1)?.events.map(({ type }) => type),
    ['rung'],
  );
  t.same([...turns.state.due], [], 'and is not woken again');
});

t.test('[K4] a refusal after the wake-up takes the wake-up back with it', async (t) => {
  const turns = new Turns(['a']);
  turns.does('a', [{ type: 'wake', tick: 1, event: { type: 'chime' } }]);
  turns.run({ type: 'tick', tick: 1 });
  turns.does('a', [{ type: 'refuse', code: 'no', context: {} }]);
  t.same(heard(turns, 'a'), ['do@0']);
  t.same([...turns.state.due], [toy('a')]);
});

t.test('[K4] an actor that leaves the city at what it hears first gets no notice, however many come', async (t) => {
  const events = { do: { command: true }, notice: { command: false, isNotice: true } } as const;
  const kinds = toyKinds.map((kind) => ({ ...kind, events: { ...kind.events, ...events } }));
  const turns = new Turns(['a', 'b'], toySettings, kinds);
  turns.does('b', [{ type: 'wake', tick: 1, event: { type: 'ring', effects: [{ type: 'retire' }] } }]);
  turns.run({ type: 'tick', tick: 1 });
  const notice: Effect = { type: 'send', to: toy('b'), event: { type: 'notice' } };
  const before = cityHash(turns.state);
  t.match(turns.does('a', [notice, send('b', {})]), { code: 'not_found', context: { kind: 'toy' } });
  t.equal(cityHash(turns.state), before, '[T2] any other message is refused');
  t.equal(turns.does('a', [notice, notice]), undefined);
  t.notOk(turns.state.images.has(toy('b')), 'it has left');
  t.equal(turns.does('a', [notice]), undefined, 'nor does one in a later turn');
});

t.test('[T8] a spawned actor finds its spawner in its new state, after a transition or at its birth', async (t) => {
  const met: unknown[] = [];
  const birth: KindRules['birth'] = (facts, _id, { by }) => {
    const spawner = typeof by === 'string' ? facts.image(toy(by)) : undefined;
    if (by !== undefined) met.push([by, spawner?.state, spawner?.context['place']]);
    return {};
  };
  const turns = new Turns(
    ['a'],
    toySettings,
    toyKinds.map((kind) => ({ ...kind, birth })),
  );
  const spawn = (name: string, by: string, effects: readonly Effect[] = []): Effect => ({
    type: 'spawn',
    id: toy(name),
    input: { by, effects },
  });
  turns.does('a', [spawn('b', 'a')], { place: 'square' });
  t.same(met.splice(0), [['a', 'awake', 'square']], 'its context is the new one');
  turns.hear(toy('a'), { type: 'retire', effects: [spawn('c', 'a', [spawn('d', 'c')])] });
  const expected = [
    ['a', 'retired', 'square'],
    ['c', 'awake', null],
  ];
  t.same(met, expected, 'so is its state, and a newborn is there before its first effect');
});

t.test('[T2] an actor is created once', async (t) => {
  const turns = new Turns(['a']);
  const again: Effect = { type: 'spawn', id: toy('a'), input: {} };
  t.match(turns.does('a', [again]), { code: 'already_exists', context: { id: toy('a') } });
  t.match(turns.run({ type: 'create', actor: toy('a'), input: {} }), { code: 'already_exists' });
});
