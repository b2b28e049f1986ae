/** What is looked at to find whether a refused request did something after all. */
import t from 'tap';
import { stableFields } from '../../population/acts/pod-managing.ts';

const mill = { id: 'mill', status: 'deployed', pool: { balance: 7 }, connections: [{ exit_id: 'exit_1' }] };

t.test('of a pod that stands everything but what time changes', async (t) => {
  t.same(stableFields(mill), { id: 'mill', connections: mill.connections });
});

t.test('nothing of one that has ended: its connections close a moment later', async (t) => {
  t.equal(stableFields({ ...mill, status: 'shut_down' }), null);
});
