/**
 * Composition: the Portal Gateway before a city of the past.
 *
 * PT3  It shows what it would have shown then, and nothing that came later; no request that writes is taken; each page says that it is the
 *      past.
 */
import { randomBytes } from 'node:crypto';
import { views } from '../actors/index.ts';
import type { Config } from '../config/settings.ts';
import { PastCity } from '../engine/past-city.ts';
import type { Log } from '../engine/ports.ts';
import type { CityState } from '../engine/state/city-state.ts';
import { FailedAnswers } from '../gateways/failed-answers.ts';
import { RefusedTokens } from '../gateways/limits/refused-tokens.ts';
import type { PastCharts } from '../gateways/portal/routes/past-machines.ts';
import { startPortal } from '../gateways/portal/start-portal.ts';
import { townViews } from '../gateways/portal/town-view.ts';
import { newRequestId } from '../gateways/route/request-id.ts';
import { gatewaySettings } from '../gateways/settings.ts';
import { Cameras } from '../gateways/stations/cameras.ts';
import { MemoryCredentials } from '../persistence/memory/credentials.ts';
import { MemoryStore } from '../persistence/memory/persistence.ts';
import { MemoryPictures } from '../persistence/memory/station-pictures.ts';
import type { PastReading } from '../persistence/postgres/past-reading.ts';
import { CityCharts } from './charts.ts';
import { gatewaySecrets, landSeedOf } from './gateways.ts';
import { startPages } from './pages.ts';
import { cannotListen } from './port-probe.ts';
import { systemClock } from './system-clock.ts';

export interface PastPortal {
  readonly port: number;
  close(): Promise<void>;
}

interface PastPortalOptions {
  readonly config: Config;
  /** As it was opened. */
  readonly state: CityState;
  readonly reading: Pick<PastReading, 'events' | 'tickRows' | 'chronicle' | 'postings'>;
  /** The operator's, for the dashboard; unset: nobody sees it. */
  readonly operatorToken?: string;
  readonly log: Log;
  readonly port: number;
  /** Opens other turns of the same past; unset: they are not looked at. */
  readonly pastCharts?: PastCharts;
}

/** Resolves once it listens. Rejects when the port is taken. */
export async function startPastPortal(of: PastPortalOptions): Promise<PastPortal> {
  const { config, state, reading, log, port } = of;
  const clock = systemClock;
  const city = new PastCity({ state, views: { ...views, ...townViews }, events: reading.events, clock, log });
  const settings = gatewaySettings(config);
  const store = new MemoryStore();
  const pages = startPages();
  const { tick, tickAt } = state.counters;
  const started = startPortal({
    ...{ city, control: city, settings, clock, log, port, host: config.HOST, pages: pages.folder },
    ...gatewaySecrets(of.operatorToken ?? randomBytes(32).toString('hex'), randomBytes(32).toString('hex')),
    landSeed: landSeedOf(state.names),
    past: { refusal: city.refusal, notice: `This is the past: the city at tick ${tick}, ${timeOf(tickAt)}.` },
    credentials: new MemoryCredentials(store),
    tickRows: reading.tickRows,
    chronicle: reading.chronicle,
    postings: reading.postings,
    cameras: new Cameras(new MemoryPictures(store), settings),
    refusedTokens: new RefusedTokens(settings, () => clock.elapsed()),
    failedAnswers: new FailedAnswers(),
    failingServices: () => ({}),
    manualTicks: true,
    charts: new CityCharts(),
    ...(of.pastCharts && { pastCharts: of.pastCharts }),
    requestId: newRequestId,
    ready: () => true,
  });
  const gateway = await started.catch((cause: unknown) => {
    pages.stop();
    return cannotListen(cause, config.HOST, port, '--port');
  });
  return {
    port: gateway.port,
    close: async () => {
      pages.stop();
      await gateway.close();
    },
  };
}

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
