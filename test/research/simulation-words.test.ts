/** Residents who live by policies walk, hear what is said where they stand, note it and tell it on, and close ways of their own. */
import { setImmediate as round } from 'node:timers/promises';
import t from 'tap';
import { readConfig } from '../../config/settings.ts';
import type { Appended, Batch, Journal } from '../../engine/ports.ts';
import { actsSchema } from '../../population/policies/act.ts';
import { only } from '../../population/policies/built-in.ts';
import type { Perception } from '../../population/policies/perception.ts';
import { looking, type Policy } from '../../population/policies/policy.ts';
import { run } from '../../research/runs/run.ts';
import type { Course } from '../../research/simulation/course.ts';
import { SaidWords } from '../../research/simulation/said-words.ts';

const commons = 'city-commons';

const course = (policy: Policy, more: Partial<Course> = {}): Course => ({
  ...{ seed: 3, residents: 3, peopleMax: 3, table: only('life', policy) },
  config: readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '500' }),
  ...more,
});

/** What everybody perceived, by resident and tick, of those who live so. */
async function perceived(
  policy: Policy,
  ticks: number,
  residents = 3,
): Promise<(id: number, tick: number) => Perception> {
  const seen: Perception[] = [];
  const watching: Policy = (one, dice) => {
    seen.push(one);
    return policy(one, dice);
  };
  const life = policy.looks === undefined ? watching : looking(policy.looks, watching);
  await run({ course: course(life, { residents, peopleMax: residents }), ticks });
  return (id, tick) => {
    const found = seen.find((one) => one.id === `life-${id}` && one.tick === tick);
    if (found === undefined) throw new Error(`life-${id} did not perceive at tick ${tick}`);
    return found;
  };
}

t.test('[SM2] who stands there hears what others say aloud, once; who stands elsewhere does not', async (t) => {
  const ticks = 20;
  const at = await perceived(({ id, tick }) => {
    if (id === 'life-4' && tick === 0) return [{ type: 'go', exit: 'home' }];
    if (id === 'life-4' && tick === 3) return [{ type: 'go', exit: 'commons' }];
    return id === 'life-2' ? [{ type: 'speak', text: `at ${tick}` }] : [];
  }, ticks);
  const texts = (id: number, tick: number) => at(id, tick).heard.map(({ text }) => text);
  const all = Array.from({ length: ticks - 1 }, (_, n) => texts(3, n + 1)).flat();
  const first = Number(all[0]?.slice(3));
  t.ok(first <= 1 && all.length >= ticks - 2, `it hears from its first act on: ${all}`);
  t.same(
    all,
    Array.from(all, (_, n) => `at ${first + n}`),
  );
  t.same(
    [1, 2, 3, 4, 5, 6].flatMap((tick) => texts(2, tick)),
    [],
    'not its own',
  );
  t.not(at(4, 1).place, commons);
  t.equal(at(4, 2).place, at(4, 1).place, 'nobody takes it back');
  t.same(
    [1, 2, 3].flatMap((tick) => texts(4, tick)),
    [],
  );
  t.equal(at(4, 4).place, commons);
  t.ok([5, 6].flatMap((tick) => texts(4, tick)).length > 0, 'and there it hears again');
  t.match(at(3, 5).heard[0], { from: 'life-2', seq: Number });
});

t.test('[SM2] a note is kept, in place of any before', async (t) => {
  const at = await perceived(({ tick, id }) => (tick < 2 ? [{ type: 'note', text: `${id} ${tick}` }] : []), 4);
  t.same(
    [0, 1, 2, 3].map((tick) => at(3, tick).note),
    [null, 'life-3 0', 'life-3 1', 'life-3 1'],
  );
});

t.test('who builds may lead ways to it from places of its own, and close one; founders have no mentor', async (t) => {
  const at = await perceived((seen) => {
    if (seen.id !== 'life-2') return [];
    if (seen.tick === 0) return [{ type: 'build', price: 0 }];
    if (seen.tick === 1) return [{ type: 'build', price: 0, from: [seen.shop?.pod ?? '', commons] }];
    const [exit] = seen.exits;
    if (seen.tick === 3 && exit !== undefined) return [{ type: 'close', exit: exit.exit }];
    return seen.tick === 4 && exit !== undefined ? [{ type: 'go', exit: exit.exit }] : [];
  }, 7);
  t.equal(at(2, 2).exits.length, 2, 'both lead out of the Commons');
  t.equal(at(2, 2).mentor, null);
  const [closed, left] = at(2, 2).exits;
  t.same(
    at(3, 4).exits.map(({ to }) => to),
    [left?.to],
    'one is closed, for all',
  );
  t.equal(at(2, 5).place, left?.to);
  t.same(new Set(at(2, 5).exits.map(({ to }) => to)), new Set([commons, closed?.to]), 'the other way round it goes on');
});

/** It says what it heard last, and walks: whoever heard something else says something else. */
const telling: Policy = ({ heard, note, id, exits, tick }, dice) => {
  const words = heard.at(-1)?.text ?? note ?? id;
  const exit = dice.pick(['home', 'commons', ...exits.map((one) => one.exit)]) ?? 'home';
  return [
    { type: 'note', text: words },
    { type: 'speak', text: `${words} ${tick}`.slice(-40) },
    ...(dice.integerBelow(3) === 0 ? [{ type: 'go', exit } as const] : []),
  ];
};

const delayed = (journal: Journal): Journal => ({
  read: (after) => journal.read(after),
  append: async (batch: Batch): Promise<Appended> => {
    for (let rounds = batch.events.length % 5; rounds > 0; rounds--) await round();
    return journal.append(batch);
  },
});

t.test('[SM1, SM4] what was said and noted depends on no journal, and is known to a run that goes on', async (t) => {
  const whole = await run({ course: course(telling, { residents: 8 }), ticks: 20 });
  t.same(await run({ course: course(telling, { residents: 8, journalOf: delayed }), ticks: 20 }), whole);
  const folder = t.testdir();
  const interrupted = new AbortController();
  const onTick = (tick: number) => void (tick === 9 && interrupted.abort());
  const torn = { course: course(telling, { residents: 8 }), ticks: 20, folder };
  await t.rejects(run({ ...torn, onTick, signal: interrupted.signal }), { name: 'AbortError' });
  t.same(await run(torn), whole);
});

t.test('who does not look for words is told none', async (t) => {
  const deaf = looking(
    () => [],
    ({ heard }) => (heard.length > 0 ? [{ type: 'note', text: 'heard' }] : [{ type: 'speak' }]),
  );
  const at = await perceived(deaf, 4);
  t.equal(at(2, 3).note, null);
});

t.test('of what is said at a place in a tick the newest 200 are kept', (t) => {
  const words = new SaidWords();
  const since = words.listenedAt(commons);
  const said = (seq: number) => ({
    ...{ seq, type: 'message.broadcast', audience: [`at:${commons}`] },
    json: JSON.stringify({ actor: 'ada-1', data: { message: `${seq}` } }),
  });
  for (let seq = 1; seq <= 1_000; seq++) words.hear([said(seq)]);
  words.turnOver();
  const heard = words.heardBy('bea-2', commons, since);
  t.same([heard.length, heard[0]?.seq, heard.at(-1)?.seq], [200, 801, 1_000]);
  t.same(words.heardBy('bea-2', commons, words.listenedAt(commons)), []);
  t.same(words.heardBy('bea-2', commons, { ...since, place: 'mill' }), [], 'it came here from elsewhere');
  words.turnOver();
  t.same(words.heardBy('bea-2', commons, since), [], 'two ticks later it is gone');
  t.end();
});

t.test('acts that say too much are none', (t) => {
  for (const act of [
    { type: 'note', text: 'x'.repeat(4_001) },
    { type: 'build', price: 1, from: [] },
    { type: 'build', price: 1, from: ['a', 'b', 'c'] },
    { type: 'go' },
    { type: 'close', exit: '' },
  ])
    t.notOk(actsSchema.safeParse([act]).success, JSON.stringify(act).slice(0, 60));
  t.end();
});
