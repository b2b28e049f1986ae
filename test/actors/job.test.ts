/** Jobs on the boards of places: what is held, who may do what, who hears it, and what becomes of them when somebody ends. */
import t from 'tap';
import type { JobContext } from '../../actors/kinds/job/messages.ts';
import { reviewTicks } from '../../actors/kinds/job/review.ts';
import { commons, innerPlace, jobActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { adding, balanced, does, holds, newest, pod, refuses, rich, stateOf } from './built-places.ts';
import { given, move, type Person, type Town } from './given-residents.ts';
import { accept, claim, posting, quarantineJob, reject, release, submit } from './job-requests.ts';

const reward = 5_000;
const people: Readonly<Record<string, Person>> = { ada: rich, bo: rich, cleo: { ...rich, atHome: true } };

const image = (town: Town, job: string) => must(town.world.city.state.images.get(jobActor(job)), job);
const jobState = (town: Town, job: string): string => image(town, job).state;
const jobOf = (town: Town, job: string): JobContext => image(town, job).context as JobContext;

async function posted(town: Town, by = 'ada'): Promise<string> {
  await does(town, by, posting({ reward, reviewTicks: 12 }));
  return newest(town, 'job.posted');
}

/** A job of ada's that bo has claimed, and submitted if so. */
async function claimed(town: Town, isDone = false): Promise<string> {
  const job = await posted(town);
  await does(town, 'bo', claim(job));
  if (isDone) await does(town, 'bo', submit(job));
  return job;
}

t.test('[JB1] [JB2] [L5] the reward is held from the first and goes to the claimer, who is notified', async (t) => {
  const town = await given(people);
  const [ada, bo] = [town.balance('ada'), town.balance('bo')];
  const job = await posted(town);
  t.equal(town.balance('ada'), ada - reward);
  t.equal(holds(town, 'escrow'), reward);
  await does(town, 'bo', claim(job));
  await does(town, 'bo', submit(job));
  t.equal(town.balance('bo'), bo, 'nothing before it is accepted');
  town.newEvents();
  await does(town, 'ada', accept(job));
  t.same([town.balance('ada'), town.balance('bo')], [ada - reward, bo + reward]);
  t.match(
    town.newEvents().find(({ type }) => type === 'credits.received'),
    {
      subject: town.id('bo'),
      data: { reason: 'reward', from: town.id('ada'), place: commons, amount: 5 },
      audience: [`to:${town.actor('bo')}`],
    },
  );
  t.match(town.context('bo').deeds, { jobs: 1, earned_trust: 1_000 });
  t.match(town.context('ada').deeds, { passed_trust: 1_000 });
  balanced(t, town);
});

t.test('[JB1] a job is posted by who can pay it, eight at a time, and nowhere in a ruin', async (t) => {
  const town = await given({ ...people, poor: { credits: 4_999 } });
  await refuses(t, town, 'poor', posting({ reward }), 'insufficient_credits', { required: reward, balance: 4_999 });
  for (let n = 0; n < 8; n++) await posted(town);
  await refuses(t, town, 'ada', posting(), 'tier_capacity_exceeded', { max: 8, current: 8, of: 'posts' });
  await does(town, 'bo', move('home'));
  await does(town, 'bo', adding('den', 'meeting'));
  await does(town, 'bo', move(innerPlace(town.home('bo'), 'den')));
  const job = await posted(town, 'bo');
  await does(town, 'bo', { type: 'remove_room', name: 'den' });
  t.equal(jobState(town, job), 'cancelled');
  await refuses(t, town, 'bo', posting(), 'pod_shut_down');
  balanced(t, town);
});

t.test('[JB3] it is claimed from anywhere, by one at a time, and not by its poster', async (t) => {
  const town = await given(people);
  const job = await posted(town);
  await refuses(t, town, 'ada', claim(job), 'invalid_request', { issues: [{ path: 'id' }] });
  await does(town, 'cleo', claim(job));
  await refuses(t, town, 'bo', claim(job), 'already_claimed');
  await refuses(t, town, 'cleo', claim(job), 'already_claimed');
  await refuses(t, town, 'bo', submit(job), 'access_denied', { only: town.id('cleo') });
  await refuses(t, town, 'bo', release(job), 'access_denied', { only: town.id('cleo') });
  await refuses(t, town, 'ada', accept(job), 'invalid_state', { state: 'claimed' });
  await refuses(t, town, 'cleo', accept(job), 'invalid_request', { issues: [{ path: 'work' }] });
  await refuses(t, town, 'bo', claim('job_aaaaaaaaaaaaaaaa'), 'not_found');
});

t.test(
  '[JB9] a claimer who submits nothing for 24 ticks can be replaced, and after a rejection its time begins anew',
  async (t) => {
    const town = await given(people);
    const job = await claimed(town);
    t.match(jobOf(town, job), { claimEndsTick: 24 });
    await town.ticks(23);
    await refuses(t, town, 'ada', release(job), 'access_denied', { only: town.id('bo') });
    await town.ticks(1);
    await refuses(t, town, 'cleo', release(job), 'access_denied', { only: town.id('bo') });
    town.newEvents();
    await does(town, 'ada', release(job));
    t.match(
      town.newEvents().find(({ type }) => type === 'job.reopened'),
      { subject: job, actor: town.id('ada'), data: { claimer: town.id('bo') } },
    );
    t.match(jobOf(town, job), { claimer: null, claimEndsTick: null });
    await does(town, 'cleo', claim(job));
    await does(town, 'cleo', submit(job));
    await does(town, 'ada', reject(job));
    t.match(jobOf(town, job), { claimEndsTick: 48 });
    await does(town, 'cleo', submit(job));
    await refuses(t, town, 'ada', release(job), 'invalid_state');
    await town.ticks(12);
    t.equal(jobState(town, job), 'completed', 'what was submitted is not taken back');
    balanced(t, town);
  },
);

t.test('[JB3] a claimer of eight jobs claims no more until one is over', async (t) => {
  const town = await given({ ...people, dan: rich });
  const jobs: string[] = [];
  for (let n = 0; n < 8; n++) jobs.push(await posted(town));
  for (const job of jobs) await does(town, 'bo', claim(job));
  const ninth = await posted(town, 'dan');
  await refuses(t, town, 'bo', claim(ninth), 'tier_capacity_exceeded', { max: 8, current: 8, of: 'claims' });
  await does(town, 'bo', release(must(jobs[0], 'a job')));
  await does(town, 'bo', claim(ninth));
});

t.test('[JB4] work that its poster does not answer in the 12 ticks that it said counts as accepted', async (t) => {
  const town = await given(people);
  const job = await claimed(town, true);
  const bo = town.balance('bo');
  t.match(jobOf(town, job), { answerTick: 12 });
  await town.ticks(11);
  t.equal(jobState(town, job), 'submitted');
  await town.ticks(1);
  t.equal(jobState(town, job), 'completed');
  t.equal(town.balance('bo'), bo + reward - 12_000);
  t.match(
    town.newEvents().find(({ type }) => type === 'job.completed'),
    { actor: null, category: 'infrastructure' },
  );
  await refuses(t, town, 'ada', reject(job), 'invalid_state', { state: 'completed', allowed_events: [] });
  await town.ticks(12);
  await refuses(t, town, 'ada', accept(job), 'not_found');
  balanced(t, town);
});

t.test('[JB4] its poster says for how long it may look: 3 ticks unless said, with 0 it pays at once', async (t) => {
  const town = await given(people);
  for (const [job, ticks] of [
    [posting({ reward }), 3],
    [posting({ reward, reviewTicks: 1 }), 1],
  ] as const) {
    await does(town, 'ada', job);
    const id = newest(town, 'job.posted');
    await does(town, 'bo', claim(id));
    await does(town, 'bo', submit(id));
    await town.ticks(ticks - 1);
    t.equal(jobState(town, id), 'submitted');
    await town.ticks(1);
    t.equal(jobState(town, id), 'completed', `after ${ticks}`);
  }
  const bo = town.balance('bo');
  await does(town, 'ada', posting({ reward, reviewTicks: 0 }));
  const id = newest(town, 'job.posted');
  await does(town, 'bo', claim(id));
  await does(town, 'bo', submit(id));
  t.equal(jobState(town, id), 'completed', 'in the same tick');
  t.equal(town.balance('bo'), bo + reward);
  await refuses(t, town, 'ada', posting({ reward, reviewTicks: 13 }), 'invalid_request', {
    issues: [{ path: 'review_ticks', message: 'is 12 at most' }],
  });
  balanced(t, town);
});

t.test('[JB4] [OP4] a job that was posted before posters could say it waits 12 ticks', async (t) => {
  const { settings } = (await given(people)).world.city.state.counters;
  t.equal(reviewTicks({}, settings), 12);
});

t.test('[JB5] work is rejected twice; the third time the job is open, for a claimer who begins anew', async (t) => {
  const town = await given(people);
  const job = await claimed(town, true);
  await refuses(t, town, 'bo', reject(job), 'access_denied', { only: town.id('ada') });
  for (const rejections of [1, 2]) {
    await does(town, 'ada', reject(job));
    t.match(image(town, job), { state: 'claimed', context: { rejections, work: null, reason: contentHash('Dark.') } });
    await does(town, 'bo', submit(job));
  }
  town.newEvents();
  await does(town, 'ada', reject(job));
  t.match(image(town, job), { state: 'open', context: { claimer: null, rejections: 0, reason: null } });
  t.same(town.types(), [`job.rejected ${town.id('ada')}`, `job.reopened ${town.id('ada')}`]);
  await does(town, 'bo', claim(job));
  await does(town, 'bo', submit(job));
  await does(town, 'ada', reject(job));
  t.equal(jobState(town, job), 'claimed');
  balanced(t, town);
});

t.test('[JB6] it is open again when its claimer gives it up or dies, also after work was submitted', async (t) => {
  for (const isDone of [false, true]) {
    const town = await given({ ada: rich, bo: { credits: 500_000, lifespan: 5 } });
    const job = await claimed(town, isDone);
    town.newEvents();
    await town.ticks(5);
    t.match(image(town, job), {
      state: 'open',
      context: { claimer: null, work: null, answerTick: null, held: reward },
    });
    t.ok(town.types().includes(`job.reopened ${job}`));
    await town.ticks(12);
    t.equal(jobState(town, job), 'open', 'nobody is paid for work of the dead');
    balanced(t, town);
  }
  const town = await given(people);
  const job = await claimed(town);
  await does(town, 'bo', release(job));
  t.equal(jobState(town, job), 'open');
  await does(town, 'cleo', claim(job));
});

t.test('[JB7] it expires, and the reward goes back; work that waits for its answer does not expire', async (t) => {
  const town = await given(people, { env: { JOB_TICKS: '20' } });
  const ada = town.balance('ada');
  const jobs = [await posted(town), await claimed(town)];
  await town.ticks(15);
  const waiting = await claimed(town, true);
  const late = await claimed(town, true);
  await town.ticks(5);
  t.same(
    [...jobs, waiting].map((job) => jobState(town, job)),
    ['expired', 'expired', 'submitted'],
  );
  t.equal(town.balance('ada'), ada - 2 * reward - 20_000);
  await town.ticks(7);
  t.same(
    [jobState(town, waiting), jobState(town, late)],
    ['completed', 'completed'],
    '12 ticks after it was submitted',
  );
  balanced(t, town);
});

t.test('[JB7] work that is rejected past the time of the job expires in the same tick', async (t) => {
  const town = await given(people, { env: { JOB_TICKS: '5' } });
  const job = await claimed(town, true);
  await town.ticks(6);
  t.equal(jobState(town, job), 'submitted');
  await does(town, 'ada', reject(job));
  t.equal(jobState(town, job), 'expired');
  balanced(t, town);
});

t.test(
  '[JB7] [L8] it is cancelled when its poster dies, in each of its states, and its heir gets the reward',
  async (t) => {
    for (const state of ['open', 'claimed', 'submitted']) {
      const town = await given({ ada: { credits: 500_000, lifespan: 5 }, bo: rich, cleo: rich });
      await does(town, 'ada', { type: 'bequeath', heir: town.id('cleo') });
      const job = state === 'open' ? await posted(town) : await claimed(town, state === 'submitted');
      t.equal(jobState(town, job), state);
      const [bo, cleo] = [town.balance('bo'), town.balance('cleo')];
      town.newEvents();
      await town.ticks(5);
      t.match(image(town, job), { state: 'cancelled', context: { held: 0 } });
      t.equal(town.balance('bo'), bo - 5_000);
      t.equal(town.balance('cleo'), cleo + 500_000 - 10_000, 'the estate and the reward');
      t.match(
        town.newEvents().filter(({ type, data }) => type === 'credits.received' && data['reason'] === 'refund'),
        [{ subject: town.id('cleo'), data: { amount: 5, from: null } }],
      );
      balanced(t, town);
    }
  },
);

t.test('[JB7] it is cancelled when its place ends', async (t) => {
  const town = await given(people);
  const mill = await pod(town, 'ada', { funding: 2_000 });
  const exit = newest(town, 'connection.opened', 'exit_id');
  await does(town, 'bo', move(exit));
  const bo = town.balance('bo');
  const job = await posted(town, 'bo');
  await does(town, 'cleo', claim(job));
  await town.ticks(5);
  t.equal(stateOf(town, mill), 'shut_down');
  t.equal(jobState(town, job), 'cancelled');
  t.equal(town.balance('bo'), bo - 5_000);
  balanced(t, town);
});

t.test(
  '[JB7] [S1] a room is opened anew under its name, and a ruin leaves, when the jobs there are over',
  async (t) => {
    const town = await given({ ada: { ...rich, lifespan: 30, atHome: true }, bo: rich });
    const { city } = town.world;
    await does(town, 'ada', adding('den', 'meeting'));
    await does(town, 'ada', move(innerPlace(town.home('ada'), 'den')));
    const job = await posted(town);
    await quarantineJob(town, job);
    t.same(city.health.quarantined, [jobActor(job)]);
    await does(town, 'ada', { type: 'remove_room', name: 'den' });
    await does(town, 'ada', move('commons'));
    t.equal(jobState(town, job), 'open', 'it has not heard yet');
    await does(town, 'ada', move('home'));
    await refuses(t, town, 'ada', adding('den', 'meeting'), 'busy');
    await town.ticks(30 + 24);
    t.ok(city.state.images.has(town.actor('ada')), 'its owner waits for it');
    await city.release(jobActor(job));
    await town.ticks(1);
    t.equal(jobState(town, job), 'cancelled');
    await town.ticks(12);
    t.notOk(city.state.images.has(town.actor('ada')));
    balanced(t, town);
  },
);

t.test('[JB8] those at its place hear of it, and its poster and claimer wherever they are', async (t) => {
  const town = await given({ ...people, dan: rich });
  const job = await posted(town);
  await does(town, 'cleo', claim(job));
  await does(town, 'ada', move('home'));
  town.newEvents();
  await does(town, 'cleo', submit(job));
  await does(town, 'ada', accept(job));
  const audience = [`at:${commons}`, `to:${town.actor('ada')}`, `to:${town.actor('cleo')}`];
  const names = { id: job, title: 'A lamp', reward: 5, poster: town.id('ada'), claimer: town.id('cleo') };
  t.match(
    town.newEvents().filter(({ type }) => type.startsWith('job.')),
    [
      {
        type: 'job.submitted',
        location: commons,
        actor: town.id('cleo'),
        data: { ...names, answer_tick: 12 },
        audience,
      },
      { type: 'job.completed', location: commons, actor: town.id('ada'), data: names, audience },
    ],
  );
});

t.test('[K4] of a death and an answer on one tick the first that is heard counts, and the book is exact', async (t) => {
  for (const first of ['claimer', 'poster']) {
    const lifespans = first === 'claimer' ? { ada: 288, bo: 12 } : { ada: 12, bo: 288 };
    const town = await given({
      ada: { credits: 500_000, lifespan: lifespans.ada },
      bo: { credits: 500_000, lifespan: lifespans.bo },
    });
    const job = await claimed(town, true);
    const bo = town.balance('bo');
    await town.ticks(12);
    t.equal(jobState(town, job), 'completed', 'jobs are heard before residents');
    if (first === 'poster') t.equal(town.balance('bo'), bo + reward - 12_000);
    t.match(town.context('bo').deeds, { jobs: 1 });
    balanced(t, town);
  }
});
