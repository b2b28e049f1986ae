/** What is asked of the outside is held to its declaration: each line below that is wrong does not compile (`npm run check:types`). */
import t from 'tap';
import { type EffectPerformers, type EndsOf, perform } from '../../actors/effects.ts';

t.test('a request, an end or a performer that is not as declared is refused by the compiler', async (t) => {
  const right = perform('sandbox.remove', { place: 'inn' });
  t.same(right, { type: 'perform', effect: 'sandbox.remove', input: { place: 'inn' } });
  const wrong = [
    // @ts-expect-error a field is missing
    () => perform('sandbox.prepare', { place: 'inn' }),
    // @ts-expect-error a field of another type
    () => perform('sandbox.remove', { place: 1 }),
    // @ts-expect-error a field too many
    () => perform('sandbox.remove', { place: 'inn', caller: 'ada-1' }),
    // @ts-expect-error nobody performs it
    () => perform('sandbox.sweep', { place: 'inn' }),
    // @ts-expect-error a result has no such field
    (done: EndsOf<'sandbox'>['sandbox.done']) => done.result.exit_code,
    // @ts-expect-error what is repeated is never lost
    (ends: EndsOf<'sandbox.remove'>) => ends['sandbox.remove.lost'],
    // @ts-expect-error code is not run again
    (repeats: EffectPerformers['sandbox.remove']): EffectPerformers['sandbox'] => repeats,
    // @ts-expect-error something is to be said of what came of code
    (): EffectPerformers['sandbox'] => ({ after: 'lost', failsAfterMs: 60_000, perform: async () => ({ result: {} }) }),
    // @ts-expect-error every effect has a performer
    ({ sandbox }: EffectPerformers): EffectPerformers => ({ sandbox }),
  ];
  t.equal(wrong.length, 9);
});
