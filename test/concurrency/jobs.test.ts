/** Jobs and estates: claims of one job, answers against its end, deaths against answers, and an heir that dies with the dead. */
import t from 'tap';
import type { JobContext } from '../../actors/kinds/job/messages.ts';
import { jobActor } from '../../actors/rules/place/names.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import { does, holds, newest, rich } from '../actors/built-places.ts';
import type { Town } from '../actors/given-residents.ts';
import { accept, claim, posting, reject, release, submit } from '../actors/job-requests.ts';
import type { RaceEnd } from './race-end.ts';
import { runRace } from './run-race.ts';
import type { Wish } from './wish.ts';

const reward = 5_000;

const image = (town: Town, job: string): Image => must(town.world.city.state.images.get(jobActor(job)), job);
const contextOf = (town: Town, job: string): JobContext => image(town, job).context as JobContext;

async function posted(town: Town): Promise<string> {
  await does(town, 'ada', posting({ reward }));
  return newest(town, 'job.posted');
}

async function submitted(town: Town): Promise<string> {
  const job = await posted(town);
  await does(town, 'bo', claim(job));
  await does(town, 'bo', submit(job));
  return job;
}

/** Jobs of somebody else that are due at the same tick: between the tick and the job in question there is time for others. */
async function others(town: Town): Promise<void> {
  for (let left = 4; left > 0; left--) await does(town, 'noah', posting({ reward: 1_000 }));
}

/** Millicredits that a resident received by its events, for any of these reasons. */
const received = (end: RaceEnd, name: string, ...reasons: readonly string[]): number =>
  end
    .eventsOf('credits.received')
    .filter(({ subject, data }) => subject === end.town.id(name) && reasons.includes(String(data['reason'])))
    .reduce((sum, { data }) => sum + Math.round(Number(data['amount']) * 1000), 0);

/** Events name all credits that came in, to the millicredit, and agree with what each resident has. */
function receipts(end: RaceEnd, names: readonly string[]): void {
  for (const name of names) end.paid(name, -received(end, name, 'reward', 'refund', 'estate'));
}

t.test('[JB3] claims of one job by several, one of whom gives it up', async (t) => {
  await runRace(t, {
    name: 'one has it at a time',
    people: { ada: rich, bo: rich, cleo: rich, dora: rich },
    build: async (town) => ({ job: await posted(town) }),
    wishes: ({ job }, dice) => [
      { by: 'bo', event: claim(job) },
      { by: 'cleo', event: claim(job) },
      { by: 'dora', event: claim(job) },
      { by: 'ada', event: claim(job) },
      ...(dice.oneIn(2) ? [{ by: 'bo', event: release(job) }] : []),
      ...(dice.oneIn(2) ? [{ by: 'cleo', event: submit(job) }] : []),
    ],
    ticks: [0, 1],
    losers: ['already_claimed', 'invalid_request', 'access_denied', 'invalid_state'],
    judge: (end, { job }) => {
      let claimer: string | null = null;
      let isDone = false;
      for (const { wish } of end.granted) {
        const { by, event } = wish;
        end.expect(by !== 'ada', 'nobody claims its own job');
        if (event.type === 'claim_job') end.expect(claimer === null, `${by} claims what ${claimer} has`);
        else end.expect(claimer === by && !isDone, `${by} ${event.type}, and ${claimer} has it`);
        claimer = event.type === 'release_job' ? null : by;
        isDone = event.type === 'complete_job';
      }
      const { state } = image(end.town, job);
      const wanted = claimer === null ? 'open' : isDone ? 'submitted' : 'claimed';
      end.expect(state === wanted, `it is ${state}, not ${wanted}`);
      const has = contextOf(end.town, job).claimer;
      end.expect(has === (claimer === null ? null : end.town.id(claimer)), `${has} has it, not ${claimer}`);
      end.expect(end.eventsOf('job.claimed').length === end.grantedOf('claim_job').length, 'each claim is published');
    },
  });
});

t.test('[JB7] submitting, accepting and rejecting against the tick at which the job expires', async (t) => {
  await runRace(t, {
    name: 'the reward goes one way, once',
    env: { JOB_TICKS: '12', JOB_REVIEW_TICKS: '2' },
    people: { ada: rich, bo: rich, noah: rich },
    build: async (town) => {
      await others(town);
      const job = await posted(town);
      await does(town, 'bo', claim(job));
      await town.ticks(11);
      return { job };
    },
    wishes: ({ job }, dice) => [
      { by: 'bo', event: submit(job) },
      ...(dice.oneIn(2) ? [{ by: 'ada', event: accept(job) }] : []),
      ...(dice.oneIn(2) ? [{ by: 'ada', event: reject(job) }] : []),
      ...(dice.oneIn(4) ? [{ by: 'bo', event: release(job) }] : []),
    ],
    ticks: [0, 4],
    losers: ['invalid_state'],
    judge: (end, { job }) => {
      const { state } = image(end.town, job);
      const [completed, expired] = [end.eventsOf('job.completed').length, countOf(end, 'job.expired', job)];
      end.expect(completed === (state === 'completed' ? 1 : 0), `${state}, completed ${completed} times`);
      end.expect(expired === (state === 'expired' ? 1 : 0), `${state}, expired ${expired} times`);
      receipts(end, ['ada', 'bo', 'noah']);
      end.expect(received(end, 'bo', 'reward') === (state === 'completed' ? reward : 0), 'paid when it is completed');
      end.expect(received(end, 'ada', 'refund') === (state === 'expired' ? reward : 0), 'returned when it expires');
      const held = contextOf(end.town, job).held;
      end.expect(held === (['completed', 'expired'].includes(state) ? 0 : reward), `${held} held while ${state}`);
      end.expect(end.ticks === 0 || state === 'submitted' || held === 0, `${state} past its time`);
      const last = end.granted.at(-1)?.wish;
      const waits = last?.by === 'bo' && last.event.type === 'complete_job';
      end.expect(!waits || state !== 'expired', 'submitted work waits for its answer');
    },
  });
});

const countOf = (end: RaceEnd, type: string, job: string): number =>
  end.eventsOf(type).filter(({ subject }) => subject === job).length;

/** What was given counts for who lives to have it. */
function gifts(end: RaceEnd, names: readonly string[]): void {
  for (const { wish } of end.grantedOf('transfer')) {
    const to = names.find((name) => end.town.id(name) === wish.event['to']);
    if (to !== undefined) end.paid(to, -Number(wish.event['amount']));
  }
}

const gives = (to: string): Wish => ({
  by: 'dora',
  event: { type: 'transfer', to, amount: 1_000 },
  cost: 1_000,
});

t.test("[JB7] [L8] the poster's death against its answer and the answer that comes by itself", async (t) => {
  const ends = new Set<string>();
  await runRace(t, {
    name: 'the claimer has the reward, or the heir',
    env: { JOB_REVIEW_TICKS: '12' },
    people: { ada: { credits: 100_000, lifespan: 13 }, bo: rich, cleo: rich, dora: rich },
    build: async (town) => {
      await does(town, 'ada', { type: 'bequeath', heir: town.id('cleo') });
      await town.ticks(1);
      const job = await submitted(town);
      // Two ticks later both are due: the death and the answer.
      await town.ticks(10);
      return { job, ada: town.id('ada') };
    },
    wishes: ({ job, ada }, dice) => [
      ...(dice.oneIn(3) ? [{ by: 'ada', event: accept(job) }] : []),
      ...(dice.oneIn(3) ? [{ by: 'ada', event: reject(job) }] : []),
      gives(ada),
      gives(ada),
      ...(dice.oneIn(2) ? [{ by: 'bo', event: submit(job) }] : []),
    ],
    ticks: [2, 4],
    losers: ['resident_dead', 'invalid_state'],
    judge: (end, { job }) => {
      const { town } = end;
      const { state } = image(town, job);
      ends.add(state);
      receipts(end, ['bo', 'cleo', 'dora']);
      gifts(end, ['ada']);
      end.expect(received(end, 'bo', 'reward') === (state === 'completed' ? reward : 0), `the reward of one ${state}`);
      const back = received(end, 'cleo', 'refund');
      end.expect(back === (state === 'cancelled' ? reward : 0), `${back} back of one ${state}`);
      // A tick that nobody knew of when the city was killed is not made up (K6).
      if (end.ticks < 2) return;
      end.expect(town.state('ada') === 'dead', 'ada is dead');
      end.expect(['completed', 'cancelled'].includes(state), `it is ${state}`);
      end.expect(countOf(end, 'job.completed', job) + countOf(end, 'job.cancelled', job) === 1, 'it ends once');
      end.expect(contextOf(town, job).held === 0, 'nothing is held');
      end.expect(holds(town, town.actor('ada')) === 0, 'the dead have nothing');
    },
  });
  t.ok(
    process.env['SEED'] !== undefined || (ends.has('completed') && ends.has('cancelled')),
    'each comes first sometimes',
  );
});

const mortals = ['ada', 'bo', 'cleo'] as const;

interface Wills {
  readonly ids: ReadonlyMap<string, string>;
}

/** Each dead resident left its estate to one heir whom it named and who lived, or to nobody; the heir heard of it. */
function judgeWills(end: RaceEnd, { ids }: Wills): void {
  const { town } = end;
  for (const name of mortals) {
    end.expect(town.state(name) === 'dead', `${name} is dead`);
    end.expect(holds(town, town.actor(name)) === 0, `${name} has nothing`);
    const { estateTo, heir } = town.context(name);
    end.expect(estateTo === null || estateTo === heir, `${name} leaves to ${estateTo}, and named ${heir}`);
    end.expect(heir !== ids.get('dora') || estateTo === heir, 'who lives on takes what is left to it');
    const estates = end.eventsOf('credits.received').filter(({ data }) => data['from'] === ids.get(name));
    end.expect(estates.length === (estateTo === null ? 0 : 1), `${estates.length} have the estate of ${name}`);
    end.expect(
      estates.every(({ subject }) => subject === estateTo),
      `${estateTo} took the estate of ${name}, and another heard so`,
    );
  }
}

t.test('[LG3] [L8] a bequest to somebody who dies in the same tick', async (t) => {
  const mortal = { credits: 50_000, lifespan: 6 };
  await runRace<Wills>(t, {
    name: 'an estate goes to one who lives, or to the treasury',
    people: { ada: mortal, bo: mortal, cleo: mortal, dora: rich },
    build: async (town) => {
      await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
      await does(town, 'bo', { type: 'bequeath', heir: town.id('dora') });
      await town.ticks(4);
      return { ids: new Map([...mortals, 'dora'].map((name) => [name, town.id(name)])) };
    },
    wishes: ({ ids }, dice) => {
      const id = (name: string) => must(ids.get(name), name);
      const wills = (by: string, heir: string): Wish => ({ by, event: { type: 'bequeath', heir: id(heir) } });
      return [
        wills('ada', dice.pick(['bo', 'cleo'])),
        wills('bo', dice.pick(['ada', 'dora', 'cleo'])),
        wills('cleo', dice.pick(['ada', 'bo'])),
        ...mortals.map((name) => gives(id(name))),
      ];
    },
    ticks: [2, 3],
    losers: ['resident_dead', 'invalid_state'],
    judge: (end, things) => {
      receipts(end, ['dora']);
      gifts(end, mortals);
      if (end.ticks >= 2) judgeWills(end, things);
    },
  });
});
