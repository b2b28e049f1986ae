/** What a listener may hear where it stands, and what is said elsewhere. */
import t from 'tap';
import { commons } from '../../client/wire.ts';
import type { Voice } from '../../population/checks/channel.ts';
import { ChannelRegistry } from '../../population/checks/channel-registry.ts';
import { ExpectedState } from '../../population/checks/expected-state.ts';
import { Findings } from '../../population/checks/findings.ts';
import { Listener } from '../../population/checks/listener.ts';
import { Payments } from '../../population/checks/payments.ts';

/** A resident who stands in the mill, and what is found about what it hears. */
function atMill() {
  const findings = new Findings();
  const channels = new ChannelRegistry('r1', findings);
  const common = { findings, channels, expectedState: new ExpectedState(findings), payments: new Payments(findings) };
  return { findings, channels, listener: new Listener('tomas-1', 'mill', 0, common) };
}

const noon = '2026-01-01T12:00:00.000Z';
const later = '2026-01-01T12:00:00.001Z';

/** What a resident finds odd who stands in a pod whose deploy has no answer yet, when this is said at the Commons. */
function heardInside(voice: Extract<Voice, 'shout' | 'broadcast'>): number {
  const { findings, channels, listener } = atMill();
  const { text } = channels.begin(voice, 'otto-2', commons, 'hello');
  const data = { message: text };
  listener.hear({ seq: 1, type: `message.${voice}`, at: noon, actor: 'otto-2', location: commons, subject: '', data });
  return findings.total;
}

t.test('a shout is heard in a pod that is not in the books yet; a broadcast is not', async (t) => {
  t.equal(heardInside('shout'), 0);
  t.equal(heardInside('broadcast'), 1);
});

/** What is odd about hearing that the inn is reconnected, when an arrival there is heard next, or nothing. */
function heardOfInn(arrival?: { readonly at: string; readonly location: string }): number {
  const { findings, listener } = atMill();
  const about = { actor: '', subject: 'inn', data: {} };
  listener.hear({ ...about, seq: 1, type: 'pod.reconnected', at: noon, location: 'inn' });
  if (arrival !== undefined)
    listener.hear({ ...about, seq: 2, type: 'resident.arrived', ...arrival, actor: 'tomas-1' });
  listener.close();
  return findings.total;
}

t.test('who arrives hears the whole turn of its arrival, and nothing of the place before', async (t) => {
  t.equal(heardOfInn({ at: noon, location: 'inn' }), 0);
  t.equal(heardOfInn({ at: later, location: 'inn' }), 1);
  t.equal(heardOfInn({ at: noon, location: commons }), 1);
  t.equal(heardOfInn(), 1);
});
