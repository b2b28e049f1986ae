/** Given a city with one fault, when residents live in it for a moment, then exactly the check that guards against that fault turns red. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { FindingKind } from '../../population/checks/findings.ts';
import { Population } from '../../population/population.ts';
import { FakeCityServer, type Fault } from '../population/fake-city-server.ts';
import { lifeIn } from '../population/life-in-fake-city.ts';

// Each has a city of its own, and most of its time is waiting.
t.jobs = 3;

t.test('a city that is killed and comes back with its data: no findings', async (t) => {
  const city = new FakeCityServer();
  const report = await lifeIn(city, {
    requests: 1_500,
    visitors: 2,
    meanwhile: async () => {
      for (let time = 0; time < 3; time++) {
        await sleep(150);
        await city.kill();
        await sleep(100);
        await city.start();
      }
    },
  });
  t.same(report.examples, []);
  t.ok(report.ok);
  t.ok(report.connections.lost > 0 && report.connections.resumed >= 8);
});

t.test('answers that get lost are asked for again under the same key: no findings', async (t) => {
  const city = new FakeCityServer();
  city.loseEvery = 20;
  const report = await lifeIn(city, { requests: 1_000, visitors: 2 });
  t.same(report.examples, []);
  t.ok(report.ok);
  t.ok(
    Object.keys(report.errors).some((name) => name.startsWith('lost')),
    'answers were lost',
  );
});

const faults: readonly (readonly [Fault, FindingKind])[] = [
  ['drop-message', 'missing'],
  ['double-frame', 'seq_back'],
  ['double-message', 'doubled'],
  ['lose-payment', 'lost_payment'],
  ['pay-refused', 'unasked'],
  ['lose-letter', 'lost_letter'],
  ['forget-keys', 'repeat_differs'],
  ['leak', 'overheard'],
  ['mute-feed', 'late'],
  ['overcharge', 'balance'],
  ['unsaid', 'applied_unsaid'],
];

for (const [fault, kind] of faults) {
  t.test(`${fault}: ${kind}`, async (t) => {
    const report = await lifeIn(new FakeCityServer(fault), { requests: 600, lateMs: 400 });
    t.notOk(report.ok);
    t.ok((report.findings[kind] ?? 0) > 0, `findings: ${JSON.stringify(report.findings)}`);
  });
}

t.test('seq-back: a restarted city that greets with an older seq has lost published events', async (t) => {
  const city = new FakeCityServer('seq-back');
  const report = await lifeIn(city, {
    requests: 1_000,
    lateMs: 400,
    meanwhile: async () => {
      // Late: in what is left it does not get as far again as it was.
      while (city.answered < 900) await sleep(10);
      await city.kill();
      await city.start();
    },
  });
  // By its greeting, or, where no event was heard before it went down, by the first event after.
  const { city_went_back: byGreeting = 0, seq_back: byEvent = 0 } = report.findings;
  t.ok(byGreeting + byEvent > 0, JSON.stringify(report.findings));
});

t.test('a city that is gone at the end proves nothing', async (t) => {
  const city = new FakeCityServer();
  await city.start();
  const options = {
    city: city.origin,
    portal: city.origin,
    operatorToken: 'adm_x',
    count: 2,
    rate: 200,
    closingMs: 300,
  };
  const population = new Population(options);
  await population.start();
  await sleep(100);
  await city.kill();
  const report = await population.stop();
  t.notOk(report.ok);
  t.ok((report.findings.unreachable ?? 0) > 0, JSON.stringify(report.findings));
});

/** Little but jobs and vouches: in an ordinary life of this length there may be none of what a fault strikes. */
const socialLife = { job: 14, vouch: 4, walk: 1 };

const socialFaults: readonly (readonly [Fault, FindingKind])[] = [
  ['lose-reward', 'balance'],
  ['dear-job', 'balance'],
  // [JC3]
  ['double-reward', 'lost_payment'],
  // [JC1]
  ['mute-submission', 'unheard'],
  ['leak-job', 'overheard'],
  // [JC2]
  ['two-claims', 'doubled'],
  ['lose-vouch', 'miscounted'],
];

for (const [fault, kind] of socialFaults) {
  t.test(`${fault}: ${kind}`, async (t) => {
    const report = await lifeIn(new FakeCityServer(fault), { requests: 600, mix: socialLife, lateMs: 400 });
    t.notOk(report.ok);
    t.ok((report.findings[kind] ?? 0) > 0, `findings: ${JSON.stringify(report.findings)}`);
  });
}

/** Little but global services. */
const serviceLife = { remember: 6, recall: 6, ask_model: 4, mail: 6, inbox: 6, library: 1, walk: 1 };

const servicesFaults: readonly (readonly [Fault, FindingKind])[] = [
  ['lose-note', 'missing'],
  ['double-note', 'doubled'],
  ['leak-notes', 'overheard'],
  ['dear-note', 'overcharged'],
  ['skim-note', 'balance'],
  ['free-model', 'answer_differs'],
  ['skim-model', 'balance'],
  ['lose-mail', 'lost_letter'],
  ['double-mail', 'doubled'],
  ['leak-mail', 'overheard'],
  ['half-refuse-mail', 'refused_but_happened'],
  ['open-library', 'wrongly_admitted'],
];

for (const [fault, kind] of servicesFaults) {
  t.test(`${fault}: ${kind}`, async (t) => {
    const report = await lifeIn(new FakeCityServer(fault), { requests: 600, mix: serviceLife });
    t.same(Object.keys(report.findings), [kind], report.examples.join('\n'));
  });
}

/** Little but adoptions, so slow that souls wait for a moment. */
const parentLife = { adopt: 1, walk: 2, broadcast: 12 };

const soulsFaults: readonly (readonly [Fault, FindingKind])[] = [
  // [BB1]
  ['adopt-twice', 'doubled'],
  ['keep-soul', 'refused_but_happened'],
  // [BB2]
  ['last-first', 'out_of_order'],
  // [BB3]
  ['mute-adoption', 'unheard'],
  ['double-notice', 'doubled'],
  ['leak-notice', 'overheard'],
  // [BB4]
  ['half-refuse-adoption', 'unasked'],
  ['deaf-mentor', 'unheard'],
  ['leak-birth', 'overheard'],
  ['lose-mentee', 'unheard'],
  // [BB5]
  ['skim-donation', 'balance'],
  ['dear-donation', 'balance'],
  ['keep-token', 'wrongly_admitted'],
];

for (const [fault, kind] of soulsFaults) {
  t.test(`${fault}: ${kind}`, async (t) => {
    const report = await lifeIn(new FakeCityServer(fault), {
      requests: 1_000,
      visitors: 2,
      mix: parentLife,
      lateMs: 400,
    });
    t.notOk(report.ok);
    t.ok((report.findings[kind] ?? 0) > 0, `findings: ${JSON.stringify(report.findings)}`);
  });
}

const worksFaults: readonly (readonly [Fault, FindingKind])[] = [
  ['lose-count', 'miscounted'],
  ['keep-failed', 'miscounted'],
  ['dear-call', 'overcharged'],
  ['dear-deploy', 'balance'],
  ['mute-event', 'unheard'],
  ['leak-event', 'overheard'],
  ['lose-funds', 'balance'],
  ['half-refuse', 'refused_but_happened'],
  ['old-code', 'code_differs'],
];

for (const [fault, kind] of worksFaults) {
  t.test(`${fault}: ${kind}`, async (t) => {
    const report = await lifeIn(new FakeCityServer(fault), { requests: 2_000, builders: 4, lateMs: 400 });
    t.notOk(report.ok);
    t.ok((report.findings[kind] ?? 0) > 0, `findings: ${JSON.stringify(report.findings)}`);
  });
}
