/** A connection that funding bought for an orphan: no answer names it, so the books know it from its opening, and its end from the pod's. */
import t from 'tap';
import { Pod } from '../../population/checks/expected-buildings.ts';
import { Works } from '../../population/checks/expected-state.ts';
import { Findings } from '../../population/checks/findings.ts';
import { auditWorks } from '../../population/checks/pod-audit.ts';
import { Upkeep } from '../../population/checks/upkeep.ts';
import type { CityEvent } from '../../population/client/wire.ts';

const owner = 'ada-1';
const funder = 'bo-2';
const members = new Set([owner, funder]);

const told = (seq: number, type: string): CityEvent => ({
  seq,
  type,
  actor: '',
  location: 'city-commons',
  subject: 'req_1',
  data: { request_id: 'req_1', exit_id: 'exit_1', from: 'city-commons', to: 'mill', by: null },
});

/** The books after `funder` has bought the mill a way to the Commons, which opens and closes. */
async function booksOf(phase: Pod['phase']): Promise<Findings> {
  const findings = new Findings();
  const works = new Works(findings);
  const about = { id: 'mill', owner, collaborators: [], tier: 'tiny', birthplace: 'city-commons', door: '' } as const;
  const mill = new Pod({ ...about, starves: false, upkeep: new Upkeep(500, 0) }, findings);
  works.pods.add(mill);
  works.pods.buy(mill, funder);
  works.news.doubt('connection.opened', '');
  for (const [seq, type] of ['connection.opened', 'connection.closed'].entries())
    for (const listener of members) works.hear(listener, told(seq, type));
  mill.phase = phase;
  await auditWorks(works, [], members);
  works.news.close(members);
  return findings;
}

t.test('its close is what the end of the pod brings', async (t) => {
  t.same((await booksOf('ended')).examples, []);
});

t.test('its close is unasked while the pod stands', async (t) => {
  t.same(Object.fromEntries((await booksOf('deployed')).counts), { unasked: 1 });
});
