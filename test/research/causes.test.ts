/** Residents of simulations name the events to which they answer, policies and minds, and `civitas why` goes on through their acts. */
import { setImmediate as round } from 'node:timers/promises';
import t from 'tap';
import { residentActor } from '../../actors/rules/place/names.ts';
import { readConfig } from '../../config/settings.ts';
import { must } from '../../engine/assert.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { Appended, Batch, Journal } from '../../engine/ports.ts';
import { causesOf } from '../../engine/why/causes.ts';
import { policies, tableNamed } from '../../population/policies/built-in.ts';
import type { Policy } from '../../population/policies/policy.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { mindsIn } from '../../research/minds/simulated-minds.ts';
import { run } from '../../research/runs/run.ts';
import type { Course } from '../../research/simulation/course.ts';
import { HeardEvents } from '../../research/simulation/heard-events.ts';
import { lived } from '../engine/traced-simulation.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

/** The chain of each event of the type that a resident did, as the types of its commands, the event first; each once. */
async function chainsTo(type: string, { events, turns }: Awaited<ReturnType<typeof lived>>) {
  const by = events.filter((event) => event.type === type && JSON.parse(event.json).actor !== null);
  const chains = new Set<string>();
  for (const { seq } of by.slice(0, 20)) {
    const { links, end } = await causesOf(turns, { type: 'event', seq }, 20);
    const told = links.map(({ trace: { command } }) => (command.type === 'event' ? command.event.type : command.type));
    chains.add([...told, end.type].join(' < '));
  }
  return chains;
}

/** The city posts public works when it is woken. */
const isOfPublicWork = (chain: string): boolean => chain.startsWith('complete_job < claim_job < wake < ');

t.test(
  '[WY2] a chain goes on through the acts of policies: work, the claim of it, the job as it was posted',
  async (t) => {
    const city = await lived(30);
    const submitted = await chainsTo('job.submitted', city);
    t.ok([...submitted].some(isOfPublicWork), [...submitted].join('\n'));
    t.ok((await chainsTo('job.completed', city)).has('complete_job < complete_job < claim_job < post_job < command'));
  },
);

/** A small city of minds, who begin with so many credits. */
function mindsLived(ticks: number, credits: number, residents = 2) {
  const config = readConfig({ MINDS: '0', TICK_SECONDS: '60', NEWBORN_SEED_CREDITS: `${credits}` });
  const table = must(tableNamed('minds'), 'minds');
  return lived(ticks, undefined, { residents, table, minds: mindsIn, config });
}

t.test('[WY2] a chain goes on through the jobs of minds', async (t) => {
  const submitted = await chainsTo('job.submitted', await mindsLived(8, 40));
  t.ok([...submitted].some(isOfPublicWork), `chains: ${[...submitted].join(', ')}`);
});

t.test('[WY2] a chain goes on through the code that minds write', async (t) => {
  const city = await mindsLived(16, 200, 4);
  const deployed = await chainsTo('pod.deployed', city);
  t.ok(deployed.has('deploy < add_room < command'), `chains: ${[...deployed].join(', ')}`);
  const causes = city.store.batches
    .flatMap(({ commands }) => commands)
    .flatMap((command) => (command.type === 'event' && command.event.type === 'write_code' ? [command.cause] : []));
  t.ok(causes.length > 0);
  const answered = causes.map((cause) => city.events.find(({ seq }) => seq === cause)?.type ?? 'nothing');
  // Of a workshop of its own, or of one to which it was invited.
  t.same([...new Set(answered)].sort(), ['room.added', 'room.invited']);
});

t.test('[WY2] a chain goes on through what minds tell of themselves, and through their vouches', async (t) => {
  const { events, store } = await mindsLived(24, 200, 7);
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const commands = store.batches.flatMap(({ commands }) => commands);
  const causes = commands.flatMap((command) => {
    if (command.type !== 'event' || command.cause === undefined) return [];
    const { type, json } = must(bySeq.get(command.cause), `event ${command.cause}`);
    const isOwn = residentActor(JSON.parse(json).actor) === command.caller;
    return [`${command.event.type} < ${isOwn ? 'own ' : ''}${type}`];
  });
  for (const deed of ['own pod.deployed', 'own room.added', 'own job.submitted', 'resident.born'])
    t.ok(causes.includes(`broadcast < ${deed}`), deed);
  t.ok(causes.includes('vouch < message.broadcast') && causes.includes('approve_connection < connection.requested'));
  const vouches = commands.filter((command) => command.type === 'event' && command.event.type === 'vouch');
  t.ok(
    vouches.every((command) => command.type === 'event' && command.cause !== undefined),
    'every vouch has a cause',
  );
});

const event = (seq: number, type: string, subject: string, audience: readonly string[]): FeedEvent => ({
  ...{ seq, type, audience },
  json: JSON.stringify({ subject }),
});

t.test('[SM2] what is told at the Commons is heard by who is there, what is addressed by who is named', (t) => {
  const [here, ada, bea] = ['at:city-commons', residentActor('ada-1'), residentActor('bea-2')] as const;
  const events = new HeardEvents();
  const moves = (actor: typeof ada | typeof bea, topic: string, seq: number) =>
    events.hear({ events: [], followings: [{ actor, topic, seq }] });
  const tell = (...told: FeedEvent[]) => events.hear({ events: told, followings: [] });
  moves(ada, here, 1);
  tell(event(1, 'job.posted', 'job_a', [here]), event(2, 'resident.arrived', 'job_a', [here]));
  moves(bea, here, 3);
  t.same([events.lastOf('ada-1', 'job_a'), events.lastOf('bea-2', 'job_a')], [1, undefined], 'bea came later');
  moves(ada, 'at:mill', 3);
  tell(event(3, 'job.posted', 'job_b', [here]), event(4, 'job.posted', 'job_m', ['at:mill']));
  moves(ada, here, 5);
  t.same([events.lastOf('ada-1', 'job_b'), events.lastOf('bea-2', 'job_b')], [undefined, 3], 'ada was away');
  t.equal(events.lastOf('ada-1', 'job_a'), 1, 'it remembers what it heard before it went');
  tell(event(5, 'job.claimed', 'job_b', [here, `to:${ada}`]), event(6, 'pool.alert', 'shop', [`to:${bea}`]));
  t.same(
    ['job_b', 'shop'].map((about) => events.lastOf('ada-1', about)),
    [5, undefined],
  );
  const again = new HeardEvents(structuredClone(events.all));
  t.same(
    ['job_b', 'shop'].map((about) => again.lastOf('bea-2', about)),
    [5, 6],
    'a city that goes on knows the same',
  );
  tell(event(7, 'job.completed', 'job_b', [here, `to:${ada}`]));
  t.equal(events.lastOf('ada-1', 'job_b'), undefined, 'nothing is to be done about it');
  tell(event(8, 'resident.died', 'bea-2', [here]));
  t.equal(events.all.visits.size, 1);
  for (let n = 10; n < 200; n++) {
    moves(ada, n % 2 === 0 ? here : 'at:mill', n);
    tell(event(n, 'job.submitted', `job_${n}`, [`to:${ada}`]));
  }
  t.ok((events.all.visits.get('ada-1')?.length ?? 0) <= 16 && (events.all.addressed.get('ada-1')?.size ?? 0) <= 64);
  t.end();
});

/** Takes its time with each batch. */
const delayed = (journal: Journal): Journal => {
  const random = new SeededRandom(1);
  return {
    read: (after) => journal.read(after),
    append: async (batch: Batch): Promise<Appended> => {
      for (let rounds = random.integerBelow(6); rounds > 0; rounds--) await round();
      return journal.append(batch);
    },
  };
};

t.test('[SM1, SM4] what a resident has heard depends on no journal, and is known to a run that goes on', async (t) => {
  const saying: Policy = (seen, dice) => {
    const heard = [...seen.lastEventOf].map(([about, seq]) => `${about} ${seq}`).join();
    return [...policies.worker(seen, dice), ...(heard === '' ? [] : [{ type: 'speak', text: heard } as const])];
  };
  const config = readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' });
  const table = { births: ['worker', 'builder'], policies: { worker: saying, builder: policies.builder } };
  const course: Course = { seed: 7, residents: 12, table, config };
  const whole = await run({ course, ticks: 20 });
  t.same(await run({ course: { ...course, journalOf: delayed }, ticks: 20 }), whole);
  const folder = t.testdir();
  const interrupted = new AbortController();
  const onTick = (tick: number) => void (tick === 9 && interrupted.abort());
  await t.rejects(run({ course, ticks: 20, folder, onTick, signal: interrupted.signal }), { name: 'AbortError' });
  t.same(await run({ course, ticks: 20, folder }), whole);
});
