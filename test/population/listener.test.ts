/** What a listener may hear where it stands, and what is said elsewhere. */
import t from 'tap';
import type { Voice } from '../../population/checks/channel.ts';
import { ChannelRegistry } from '../../population/checks/channel-registry.ts';
import { ExpectedState } from '../../population/checks/expected-state.ts';
import { Findings } from '../../population/checks/findings.ts';
import { Listener } from '../../population/checks/listener.ts';
import { Payments } from '../../population/checks/payments.ts';
import { commons } from '../../population/client/wire.ts';

/** What a resident finds odd who stands in a pod whose deploy has no answer yet, when this is said at the Commons. */
function heardInside(voice: Voice): number {
  const findings = new Findings();
  const channels = new ChannelRegistry('r1', findings);
  const common = { findings, channels, expectedState: new ExpectedState(findings), payments: new Payments(findings) };
  const listener = new Listener('tomas-1', 'mill', 0, common);
  const { text } = channels.begin(voice, 'otto-2', commons, 'hello');
  const data = { message: text };
  listener.hear({ seq: 1, type: `message.${voice}`, actor: 'otto-2', location: commons, subject: '', data });
  return findings.total;
}

t.test('a shout is heard in a pod that is not in the books yet; a broadcast is not', async (t) => {
  t.equal(heardInside('shout'), 0);
  t.equal(heardInside('broadcast'), 1);
});
