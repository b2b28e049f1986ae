/** The books that builders are checked by, without a city: counts, events, upkeep, and what may have changed meanwhile. */
import fc from 'fast-check';
import t from 'tap';
import { feeNear } from '../../population/acts/prices.ts';
import { CallCounts } from '../../population/checks/call-counts.ts';
import { ChangeTracker } from '../../population/checks/change-tracker.ts';
import { ExpectedEvents } from '../../population/checks/expected-events.ts';
import { Findings } from '../../population/checks/findings.ts';
import { Upkeep } from '../../population/checks/upkeep.ts';

const found = (findings: Findings) => Object.fromEntries(findings.counts);

t.test('[N1] [N2] [N3] counts that repeat, go back, or leave a gap that no unknown call explains', async (t) => {
  const judge = (counts: readonly number[], unknown: number, after?: number): number => {
    const findings = new Findings();
    const book = new CallCounts('mill', findings);
    book.unknown = unknown;
    for (const count of counts) book.done(after ?? 0, count);
    book.close();
    return findings.total;
  };
  t.equal(judge([1, 2, 3], 0), 0);
  t.equal(judge([2, 1, 3], 0), 0, 'answers of calls side by side come in any order');
  t.equal(judge([1, 3], 1), 0, 'the call between may have been the unknown one');
  t.equal(judge([1, 3], 0), 1);
  t.equal(judge([1, 2, 2], 0), 1);
  t.equal(judge([1], 0, 1), 1, 'the call began when 1 was known');
});

t.test('[V1] [V2] [V3] who must hear, who must not, and what nobody did', async (t) => {
  const all = new Set(['ada', 'bo', 'cy']);
  const sound = new Findings();
  const events = new ExpectedEvents(sound);
  events.noteHeard('ada', 'pool.funded mill ada', 'ada');
  events.mustBeHeard('pool.funded mill ada', ['ada', 'bo']);
  events.noteHeard('bo', 'pool.funded mill ada', 'ada');
  events.noteUnknownOutcome('room.added', 'cy');
  events.noteHeard('cy', 'room.added den', 'cy');
  t.equal(events.judgeAll(all), 2);
  t.same(found(sound), {});

  const broken = new Findings();
  const bad = new ExpectedEvents(broken);
  bad.mustBeHeard('a 1', ['ada', 'bo']);
  bad.noteHeard('ada', 'a 1', 'ada');
  bad.noteHeard('cy', 'a 1', 'ada');
  bad.noteHeard('cy', 'b 1', 'cy');
  bad.judgeAll(all);
  t.same(found(broken), { unheard: 1, overheard: 1, unasked: 1 });
});

t.test('upkeep: one tick more or less at each change and nothing else, for any history', async (t) => {
  const change = fc.record({
    delta: fc.constantFrom(500, 250, 100),
    after: fc.nat(10),
    early: fc.integer({ min: -1, max: 1 }),
  });
  const history = fc.record({
    changes: fc.array(change, { maxLength: 5 }),
    rest: fc.nat(10),
    more: fc.constantFrom(0, 1, 5, 7),
  });
  fc.assert(
    fc.property(history, ({ changes, rest, more }) => {
      const upkeep = new Upkeep(1_000, 3);
      let ticks = 3;
      let burn = 1_000;
      let taken = 0;
      for (const { delta, after, early } of changes) {
        ticks += after;
        taken += after * burn + early * delta;
        burn += delta;
        upkeep.change(delta, ticks);
      }
      taken += rest * burn;
      return upkeep.fits(taken + more, ticks + rest) === (more === 0);
    }),
    { seed: 11, numRuns: 500 },
  );
  t.pass('500 histories');
});

t.test('what was read holds while nothing is under way and nothing was done', async (t) => {
  const thing = new ChangeTracker();
  const before = thing.revision;
  t.equal(thing.revision, before);
  thing.beginChange();
  t.not(thing.revision === before, true, 'under way');
  t.ok(thing.endChange(), 'alone');
  t.not(thing.revision === before, true, 'done');
  thing.beginChange();
  thing.beginChange();
  t.notOk(thing.endChange(), 'two at once: neither is the last word');
  t.notOk(thing.endChange());
  thing.beginChange();
  t.ok(thing.endChange());
});

t.test('a fee is recognized by the amount that was taken, if it is near one', async (t) => {
  t.equal(feeNear(30_000), 30_000);
  t.equal(feeNear(29_200), 30_000);
  t.equal(feeNear(9_000), null);
});
