/** Why a WebSocket is ended is said by numbers that programs of others know: of RFC 6455 (7.4.1) and its registry, and the city's own. */
import t from 'tap';
import { closeCodes } from '../../gateways/transport/close-codes.ts';

t.test('the codes are what they were', async (t) => {
  t.same(closeCodes, {
    ...{ goingAway: 1001, failed: 1011, tooSlow: 1013 },
    ...{ unauthorized: 4401, noAuthInTime: 4408, residentDead: 4410, frameTooLarge: 4413, tooFast: 4429 },
  });
});
