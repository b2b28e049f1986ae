/**
 * Given a sound city, when residents live in it for a moment, then nothing is found, and something was checked. Faults:
 * test/crash/population.
 */
import t from 'tap';
import { FakeCityServer } from './fake-city-server.ts';
import { lifeIn } from './life-in-fake-city.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

t.test('a sound city: no findings, and something was checked', async (t) => {
  const report = await lifeIn(new FakeCityServer(), { requests: 1_500 });
  t.same(report.examples, []);
  t.ok(report.ok);
  t.ok(report.checked.deliveries > 1_000, `${report.checked.deliveries} deliveries`);
  const { visits, payments, letters, repeats } = report.checked;
  t.ok(visits > 20 && payments > 20 && letters > 5 && repeats > 5, JSON.stringify(report.checked));
  t.equal(report.checked.balances, 8);
  const { jobs = 0, claims = 0 } = report.works;
  t.ok(jobs > 10 && claims > 10, JSON.stringify(report.works));
  t.ok(report.connections.dropped > 0 && report.connections.resumed > 0, 'connections were dropped and resumed');
  t.ok((report.requests.broadcast?.p99 ?? 0) > 0, 'latencies are there');
});

t.test('jobs and vouches in a sound city: no findings, and some of each', async (t) => {
  const { examples, works } = await lifeIn(new FakeCityServer(), {
    requests: 800,
    mix: { job: 14, vouch: 4, walk: 1 },
  });
  t.same(examples, []);
  const { jobs = 0, claims = 0, 'jobs done': done = 0, 'work rejected': rejected = 0, vouches = 0 } = works;
  t.ok(jobs > 50 && claims > 50 && done > 30 && rejected > 10 && vouches > 20, JSON.stringify(works));
});

t.test('global services in a sound city: no findings, and each was used', async (t) => {
  const mix = { remember: 6, recall: 6, ask_model: 4, mail: 6, inbox: 6, library: 2, walk: 2 };
  const { examples, requests } = await lifeIn(new FakeCityServer(), { requests: 800, mix });
  t.same(examples, []);
  for (const kind of ['remember', 'recall', 'ask_model', 'mailbox', 'mail', 'inbox'])
    t.ok((requests[kind]?.done ?? 0) >= 8, `${kind}: ${JSON.stringify(requests[kind])}`);
  t.ok((requests['library']?.refused ?? 0) > 0);
});

t.test('builders in a sound city: no findings, and something was built and checked', async (t) => {
  const report = await lifeIn(new FakeCityServer(), { requests: 2_500, builders: 4 });
  t.same(report.examples, []);
  t.ok(report.ok);
  const { workshops = 0, deploys = 0, runs = 0, calls = 0, fundings = 0, probes = 0 } = report.works;
  t.ok(workshops > 4 && deploys > 4 && runs > 4 && calls > 100, JSON.stringify(report.works));
  t.ok(report.works['failed calls'] && fundings > 4 && probes > 4, JSON.stringify(report.works));
  const { news, pools, counted, balances } = report.checked;
  t.ok(news > 100 && pools > 4 && counted === calls && balances === 8, JSON.stringify(report.checked));
});

t.test('souls and adoptions in a sound city: no findings, and those who were born live there', async (t) => {
  // Souls wait long enough that some are taken back.
  const mix = { adopt: 1, walk: 2, broadcast: 8, pay: 1 };
  // Whether any are taken back in one life is chance.
  let report = await lifeIn(new FakeCityServer(), { requests: 3_000, visitors: 2, mix });
  for (let more = 0; more < 4 && !report.works['souls taken back']; more++)
    report = await lifeIn(new FakeCityServer(), { requests: 3_000, visitors: 2, mix });
  t.same(report.examples, []);
  const { births, balances } = report.checked;
  const { adoptions = 0, 'souls taken back': takenBack = 0, 'tokens replaced': replaced = 0 } = report.works;
  t.ok(births > 20 && adoptions >= births && takenBack > 0 && replaced > 3, JSON.stringify(report.works));
  t.equal(balances, 8 + births, 'the balance of everybody was checked');
  t.ok(report.generations > 1);
});
