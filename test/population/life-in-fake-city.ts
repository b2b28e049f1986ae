/** Residents who live in a fake city for a moment, and what their checks found. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActWeights } from '../../population/acts/everyday-acts.ts';
import { Population } from '../../population/population.ts';
import type { Report } from '../../population/report.ts';
import type { FakeCityServer } from './fake-city-server.ts';

interface Life {
  /** Ends when the city has answered so many. */
  readonly requests: number;
  readonly builders?: number;
  /** Visitors who write souls. */
  readonly visitors?: number;
  /** What they do, when not what they like. */
  readonly mix?: ActWeights;
  readonly meanwhile?: () => Promise<void>;
  /** Milliseconds after which what was not heard is late. */
  readonly lateMs?: number;
}

/** Lives in `city`, and returns what was found. */
export async function lifeIn(city: FakeCityServer, life: Life): Promise<Report> {
  const { requests, builders = 0, visitors = 0, mix, meanwhile, lateMs = 30_000 } = life;
  await city.start();
  const population = new Population({
    city: city.origin,
    portal: city.origin,
    operatorToken: 'adm_x',
    count: 8,
    builders,
    visitors,
    visitorRate: 100,
    children: 60,
    ...(mix && { mix }),
    seed: 7,
    rate: 4_000,
    closingMs: 60_000,
    lateMs,
  });
  await population.start();
  await meanwhile?.();
  while (city.answered < requests) await sleep(10);
  const report = await population.stop();
  await city.kill();
  return report;
}
