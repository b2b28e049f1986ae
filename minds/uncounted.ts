/** A request context without statistics and findings, for minds: counts of a city's errors would grow without bound. */
import type { RequestContext } from '../client/retries.ts';
import { ClientStatistics } from '../client/statistics.ts';

class Uncounted extends ClientStatistics {
  override countError(): void {}
  override countEvent(): void {}
}

export const uncounted: Pick<RequestContext, 'statistics' | 'findings'> = {
  statistics: new Uncounted(),
  findings: { add: () => undefined },
};
