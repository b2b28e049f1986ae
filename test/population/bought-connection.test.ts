/**
 * A connection that funding bought for an orphan: no answer names it, so the books know it from its opening, and its end from the pod's.
 */
import t from 'tap';
import type { CityEvent } from '../../client/events.ts';
import { ExpectedPod } from '../../population/checks/expected-buildings.ts';
import { ExpectedState } from '../../population/checks/expected-state.ts';
import { Findings } from '../../population/checks/findings.ts';
import { auditBuildings } from '../../population/checks/pod-audit.ts';
import { Upkeep } from '../../population/checks/upkeep.ts';

const owner = 'ada-1';
const funder = 'bo-2';
const members = new Set([owner, funder]);

const told = (seq: number, type: CityEvent['type']): CityEvent => ({
  seq,
  type,
  at: '2026-01-01T00:00:00.000Z',
  actor: '',
  location: 'city-commons',
  subject: 'req_1',
  data: { request_id: 'req_1', exit_id: 'exit_1', from: 'city-commons', to: 'mill', by: null },
});

/** The books after `funder` has bought the mill a way to the Commons, which opens and closes. */
async function booksOf(phase: ExpectedPod['phase']): Promise<Findings> {
  const findings = new Findings();
  const expectedState = new ExpectedState(findings);
  const about = { id: 'mill', owner, collaborators: [], tier: 'tiny', birthplace: 'city-commons', door: '' } as const;
  const mill = new ExpectedPod({ ...about, starves: false, upkeep: new Upkeep(500, 0) }, findings);
  expectedState.buildings.addPod(mill);
  expectedState.buildings.noteConnectionBought(mill, funder);
  expectedState.events.noteUnknownOutcome('connection.opened', '');
  for (const [seq, type] of (['connection.opened', 'connection.closed'] as const).entries())
    for (const listener of members) expectedState.hearEvent(listener, told(seq, type));
  mill.phase = phase;
  await auditBuildings(expectedState, [], members);
  expectedState.events.judgeAll(members);
  return findings;
}

t.test('its close is what the end of the pod brings', async (t) => {
  t.same((await booksOf('ended')).examples, []);
});

t.test('its close is unasked while the pod stands', async (t) => {
  t.same(Object.fromEntries((await booksOf('deployed')).counts), { unasked: 1 });
});
