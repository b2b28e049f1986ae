/** Charts and views refuse by the declaration: each line below that is wrong does not compile (`npm run check:types`). */
import t from 'tap';
import { setup } from 'xstate';
import { wordsFor } from '../../actors/chart.ts';
import type { With } from '../../actors/facts.ts';
import { concludeRefused, refusal, refuseView } from '../../actors/refusals.ts';
import { type Effect, each, retire } from '../../engine/effect.ts';
import { refused } from '../../engine/refusal.ts';
import { isRefusing } from '../../engine/refusing-actions.ts';
import { ViewRefused } from '../../engine/views/views.ts';

t.test('a code that is not declared, or another context, is refused by the compiler', async (t) => {
  const right = refusal('insufficient_credits', { required: 100, balance: 50 });
  t.same(right, { type: 'refuse', code: 'insufficient_credits', context: { required: 100, balance: 50 } });
  t.throws(() => refuseView('not_found', { kind: 'room' }), new ViewRefused(refused('not_found', { kind: 'room' })));
  const wrong = [
    // @ts-expect-error nobody declares such a code
    () => refusal('out_of_cheese'),
    // @ts-expect-error a field is missing
    () => refusal('insufficient_credits', { required: 100 }),
    // @ts-expect-error the context is missing
    () => refusal('pod_shut_down'),
    // @ts-expect-error a field of another type
    () => refusal('tier_capacity_exceeded', { max: '2', current: 2 }),
    // @ts-expect-error it has no such field
    () => refusal('not_found', { kind: 'pod', name: 'inn' }),
    // @ts-expect-error it has no fields at all
    () => refusal('access_denied', { location: 'inn' }),
    // @ts-expect-error who answers for the code is missing
    () => concludeRefused('timeout', { duration_ms: 10_000 }),
    // @ts-expect-error a view refuses by the same declaration
    () => refuseView('location_required', { required: 'inn' }),
    // @ts-expect-error the engine knows no code but its own
    () => refused('pod_shut_down', { location: 'inn' }),
  ];
  t.equal(wrong.length, 9);
});

type Event = { readonly type: 'enter' } & With;
type Context = Record<string, never>;

const chart = setup({
  types: { context: {} as Context, events: {} as Event, emitted: {} as Effect },
  actions: { refuse: wordsFor<Context, Event, object>().refuse },
});

t.test(
  '[T5] an action that could only refuse is made by `refuses`, which leaves its mark, and makes nothing else',
  async (t) => {
    const { effect, refuse, refuses } = wordsFor<Context, Event, object>();
    t.ok(isRefusing(refuses(() => refusal('exit_not_found'))));
    t.ok(isRefusing(refuse));
    t.notOk(isRefusing(effect(() => each([]))));
    const wrong = [
      // @ts-expect-error without the mark its event would be named among those that the state takes
      () => effect(() => refusal('exit_not_found')),
      // @ts-expect-error with it, its event would not be
      () => refuses(() => retire),
    ];
    t.equal(wrong.length, 2);
  },
);

t.test('so is a transition that names such a refusal', async (t) => {
  const context = {};
  const type = 'refuse' as const;
  const right = chart.createMachine({
    context,
    entry: { type, params: { code: 'tier_capacity_exceeded', max: 0, current: 0 } },
  });
  t.match(right.config.entry, { params: { code: 'tier_capacity_exceeded' } });
  const wrong = [
    // @ts-expect-error nobody declares such a code
    () => chart.createMachine({ context, entry: { type, params: { code: 'closed' } } }),
    // @ts-expect-error a field is missing
    () => chart.createMachine({ context, entry: { type, params: { code: 'pod_shut_down' } } }),
    // @ts-expect-error a field of another type
    () => chart.createMachine({ context, entry: { type, params: { code: 'pod_shut_down', location: 1 } } }),
  ];
  t.equal(wrong.length, 3);
});
