/**
 * Row 1: an authenticated `GET /v1/me` against a bare uWebSockets route that makes the same JSON from the same object at
 * each request. The ratio is of server CPU a request: requests a second depend on what the generator leaves of the machine.
 */

import { alternateLoads, cell, cpuOf, rateOf, roundsText } from './harness/alternating-loads.ts';
import { startBare } from './harness/bare-server.ts';
import { City } from './harness/city.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found } from './harness/residents.ts';
import { population, rounds, seconds } from './harness/settings.ts';
import { type Bench, compared } from './harness/table-row.ts';
import { writeRequests } from './harness/wrk.ts';

const connections = 64;

export const me: Bench = {
  name: 'me',
  run: async () => {
    const city = await City.start();
    const residents = await found(city, { count: population(256), lifespan: 10_000 });
    const shown = await city.show('/v1/me', residents[0]?.token ?? '');
    const bare = await startBare({ me: shown });
    const requests = residents.map(({ token }) => rawRequest('GET', '/v1/me', token));
    const requestsFile = writeRequests(city.folder, 'me', requests);
    const common = { connections, seconds: seconds(5), requestsFile };
    const ours = { ...common, port: city.port, pid: city.pid };
    const other = { ...common, port: bare.port, pid: bare.pid };
    const sides = await alternateLoads(rounds(4), ours, other, seconds(2));
    await bare.end();
    await city.end();
    const bytes = JSON.stringify(shown).length;
    return [
      compared(
        {
          figure: 'GET /v1/me, server CPU',
          ours: cell(sides.ours),
          comparator: `bare route ${cell(sides.bare)}`,
          details: [
            roundsText('ours', sides.ours),
            roundsText('bare', sides.bare),
            `${connections} connections, ${residents.length} residents in turn, ${bytes} bytes of JSON; ratio of requests/s ${(rateOf(sides.ours) / rateOf(sides.bare)).toFixed(2)}`,
          ],
        },
        cpuOf(sides.bare) / cpuOf(sides.ours),
        { atLeast: 0.8 },
      ),
    ];
  },
};
