/** The Portal Gateway: what visitors and the operator reach the city through (contract surface b, port 3002). */
import { readFileSync } from 'node:fs';
import type { CityControl } from '../../engine/city-interface.ts';
import { type Gateway, type GatewayOptions, listen, open } from '../gateway.ts';
import { htmlPage } from '../page.ts';
import type { FailingServices } from '../services/failures.ts';
import { portalRoutes } from './routes.ts';

export interface PortalOptions extends GatewayOptions {
  readonly control: CityControl;
  /** Nothing but the operator drives ticks. */
  readonly manualTicks: boolean;
  readonly failingServices: FailingServices;
}

const landing = readFileSync(new URL('web/index.html', import.meta.url), 'utf8');

/** Opens the Portal Gateway; resolves once it listens. Rejects when the port is taken. */
export async function startPortal(options: PortalOptions): Promise<Gateway> {
  const opened = open(options, {
    name: 'portal',
    title: 'Civitas Portal Gateway',
    description: 'Where visitors meet the city and its operator looks after it.',
    routes: portalRoutes(options.control, options.manualTicks, options.failingServices),
    pages: [htmlPage('/', landing)],
  });
  return listen(options, opened, () => {});
}
