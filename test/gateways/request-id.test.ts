/** Request ids reveal nothing of other requests. */
import t from 'tap';
import { newRequestId } from '../../gateways/route/request-id.ts';

t.test('request ids have no order, and none comes twice', (t) => {
  const ids = Array.from({ length: 100 }, newRequestId);
  t.equal(new Set(ids).size, 100);
  t.notSame(ids.toSorted(), ids);
  t.equal(new Set(ids.map((id) => id.slice(0, 8))).size, 100, 'no two begin alike');
  t.end();
});
