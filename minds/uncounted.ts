/** A mind counts nothing that it is told, and finds nothing wrong: what a city calls its errors would make such counts grow. */
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
