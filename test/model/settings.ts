/** How the gateways of the walks are set. */
import { gatewayDefaults } from '../../gateways/settings.ts';
import { cheapPasswords, smallTables } from '../gateways/started-gateways.ts';

/** Nobody waits here for a limit of requests. */
const perMinute = 1_000_000_000;

export const settings = {
  ...gatewayDefaults,
  ...smallTables,
  ...cheapPasswords,
  residentRatePerMinute: perMinute,
  strangerRatePerMinute: perMinute,
  visitorRatePerMinute: perMinute,
  anonymousWritesPerMinute: perMinute,
  stationRatePerMinute: perMinute,
  stationVisitsPerMinute: 1_000_000,
  visitorWordsPerMinute: 1_000_000,
};
