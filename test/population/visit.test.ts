/** The numbering by which a listener knows what it must have heard: channels and visits, without a city. */
import fc from 'fast-check';
import t from 'tap';
import { ChannelRegistry } from '../../population/checks/channel-registry.ts';
import { Findings } from '../../population/checks/findings.ts';
import { Visit } from '../../population/checks/visit.ts';

type Fate = 'acknowledged' | 'refused' | 'unknown';
const fates: readonly Fate[] = ['acknowledged', 'refused', 'unknown'];

/** A speaker whose messages have these fates; message n has seq 10 n. */
function said(channels: ChannelRegistry, given: readonly Fate[]): void {
  given.forEach((fate, at) => {
    const utterance = channels.begin('broadcast', 'vera', 'square', 'hello');
    if (fate === 'acknowledged') utterance.channel.acknowledge(utterance.number, 10 * (at + 1));
    if (fate === 'refused') utterance.channel.refuse(utterance.number);
    channels.settle(utterance);
  });
}

t.test('[C1] texts carry run, voice and number, and no other text is read as one', async (t) => {
  const channels = new ChannelRegistry('r1', new Findings());
  const first = channels.begin('broadcast', 'vera', 'square', 'hello');
  const second = channels.begin('broadcast', 'vera', 'square', 'hello');
  t.same(channels.read(second.text), { voice: 'broadcast', number: 2 });
  t.equal(channels.oldestUnderWay, first.ticket);
  channels.settle(first);
  t.equal(channels.oldestUnderWay, second.ticket);
  for (const other of ['', 'hello', '#r2:b1 x', '#r1:x1 x', '#r1:b0 x', '#r1:b1.5 x', '#r1:b']) {
    t.equal(channels.read(other), null, other);
  }
});

t.test('[PR1] for any fates, any visit and any loss, what is missing is found, and nothing else', async (t) => {
  const fate = fc.constantFrom(...fates);
  const run = fc.record({
    fates: fc.array(fate, { maxLength: 12 }),
    from: fc.nat(130),
    length: fc.nat(130),
    lost: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    unknownHappened: fc.boolean(),
  });
  fc.assert(
    fc.property(run, ({ fates, from, length, lost, unknownHappened }) => {
      const findings = new Findings();
      const channels = new ChannelRegistry('r1', findings);
      said(channels, fates);
      const visit = new Visit('tomas', 'square', from, findings);
      visit.to = from + length;
      let missing = 0;
      let expected = 0;
      fates.forEach((fate, at) => {
        const seq = 10 * (at + 1);
        if (seq <= from || seq >= visit.to) return;
        const happened = fate === 'acknowledged' || (fate === 'unknown' && unknownHappened);
        if (fate === 'acknowledged') expected++;
        if (fate === 'acknowledged' && lost[at]) missing++;
        if (happened && !lost[at]) visit.hear(channels.channel('broadcast', 'vera', 'square'), at + 1);
      });
      const judged = visit.judge(channels);
      return judged === expected && findings.total === missing && (findings.counts.get('missing') ?? 0) === missing;
    }),
    { seed: 20, numRuns: 2_000 },
  );
  t.pass('2,000 runs');
});

t.test('[PR2] the same number twice, and a number after a later one', async (t) => {
  const findings = new Findings();
  const channels = new ChannelRegistry('r1', findings);
  said(channels, ['acknowledged', 'acknowledged', 'acknowledged']);
  const visit = new Visit('tomas', 'square', 0, findings);
  const channel = channels.channel('broadcast', 'vera', 'square');
  for (const number of [1, 3, 3, 2]) visit.hear(channel, number);
  t.same(Object.fromEntries(findings.counts), { doubled: 1, out_of_order: 1 });
});

t.test('[C3] an event under another seq than its answer, a refused one and one never said', async (t) => {
  const findings = new Findings();
  const channels = new ChannelRegistry('r1', findings);
  said(channels, ['acknowledged', 'refused', 'unknown']);
  const channel = channels.channel('broadcast', 'vera', 'square');
  channel.hear(1, 11);
  channel.hear(2, 20);
  channel.hear(3, 30);
  channel.hear(3, 31);
  channel.hear(4, 40);
  const found = { answer_differs: 1, refused_but_happened: 1, doubled: 1, unasked: 1 };
  t.same(Object.fromEntries(findings.counts), found);
});

t.test('a shout at home is owed to whoever is at the Commons', async (t) => {
  const findings = new Findings();
  const channels = new ChannelRegistry('r1', findings);
  const shout = channels.begin('shout', 'vera', 'city-housing/vera', 'hello');
  shout.channel.acknowledge(1, 5);
  const visit = new Visit('tomas', 'city-commons', 0, findings);
  t.equal(visit.judge(channels), 1);
  t.equal(findings.counts.get('missing'), 1);
});
