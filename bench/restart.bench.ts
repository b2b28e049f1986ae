/**
 * Row 7: restart of a city of 100,000 residents to `/readyz`, counted from the start of the process, its Postgres running
 * (the city alone is killed), after a checkpoint; against `COPY ... TO STDOUT` of the same rows by psql, from the start of
 * its process, thrown away.
 */
import { performance } from 'node:perf_hooks';
import { City } from './harness/city.ts';
import { found } from './harness/residents.ts';
import { population, rounds } from './harness/settings.ts';
import { type Bench, compared, incomplete, listed, median, rounded } from './harness/table-row.ts';
import { has, MissingTool, timeTool } from './harness/tools.ts';

export const restart: Bench = {
  name: 'restart',
  run: async () => {
    const city = await City.start();
    const count = population(100_000);
    const startedAt = performance.now();
    await found(city, { count, lifespan: 10_000 });
    const foundedSeconds = (performance.now() - startedAt) / 1000;
    await city.portal('POST', '/v1/admin/checkpoint');
    const restarts: number[] = [];
    const copies: number[] = [];
    for (let round = rounds(5); round > 0; round--) {
      await city.kill();
      if (has('psql')) copies.push(await copy(city));
      restarts.push((await city.launch()) / 1000);
    }
    const health = await city.portal('GET', '/v1/admin/health');
    await city.end();
    const actors = typeof health === 'object' && health !== null && 'actors' in health ? Number(health.actors) : 0;
    if (actors < 2 * count) throw new Error(`of ${count} residents and their houses ${actors} actors came back`);
    const measured = {
      figure: `restart of ${rounded(count)} residents to /readyz`,
      ours: `${rounded(median(restarts))} s`,
      comparator: `COPY TO STDOUT ${rounded(median(copies))} s`,
      details: [
        `restarts: ${listed(restarts)} s; COPY of tables actor and account: ${listed(copies)} s`,
        `founded over HTTP in ${rounded(foundedSeconds)} s (${rounded(count / foundedSeconds)} a second); ${actors} actors came back`,
      ],
    };
    if (copies.length === 0) return [incomplete({ ...measured, comparator: new MissingTool('psql').message }, '<= 5')];
    return [compared(measured, median(restarts) / median(copies), { atMost: 5 })];
  },
};

/** Seconds. */
const copy = (city: City): Promise<number> =>
  timeTool('psql', ['-q', '-c', 'copy actor to stdout', '-c', 'copy account to stdout'], city.postgresEnv);
