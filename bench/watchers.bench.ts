/**
 * 10,000 clients of one gateway's feed, of two processes: strangers on the Portal, residents at the Commons on the City API. Somebody
 * speaks at the Commons four times a second. When each client hears it, counted from the moment in which the request is sent; what
 * each delivery costs the city; and how requests fare meanwhile. Against as many clients of a bare uWebSockets that publishes the same
 * bytes. Who does not read is let go of: `test/crash/readers.test.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ResidentCredentials } from '../client/founding-request.ts';
import { must } from '../engine/assert.ts';
import { startBare } from './harness/bare-server.ts';
import { eventLike, message } from './harness/broadcast-message.ts';
import { City } from './harness/city.ts';
import { cpuMicros } from './harness/cpu.ts';
import { startPaced } from './harness/paced-requests.ts';
import { Program } from './harness/program.ts';
import { RawConnection } from './harness/raw-http.ts';
import { rawRequest } from './harness/raw-request.ts';
import { found, gather } from './harness/residents.ts';
import { population, scale } from './harness/settings.ts';
import { type Bench, compared, printed, type Row, rounded } from './harness/table-row.ts';
import type { PacedReport, PacedRequest } from './programs/paced-requests.ts';
import type { WatchersOptions, WatchersReport, WatchersRequest } from './programs/watchers.ts';

const processes = 2;
const clientsOfProcess = population(5_000);
const clients = processes * clientsOfProcess;
/** A gateway lets in at most 1,000 strangers from one address; a resident has at most 64 sockets. */
const clientsOfAddress = 500;
const clientsOfResident = 50;
const settleMs = 2_000;
const speechEveryMs = 250;
const speeches = Math.max(4, Math.round(40 * scale));
const requestsPerSecond = 500;

interface Measured {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server for each delivery. */
  readonly cpu: number;
}

/** A feed, who is on it, and who speaks. */
interface Side {
  readonly pid: number;
  /** Where is spoken. */
  readonly speakAt: number;
  readonly speech: string;
  readonly crowd: readonly Program<WatchersReport>[];
}

/** The city, who is asked about beside the feed, and whose token speaks. */
interface Asking {
  readonly city: City;
  readonly asked: readonly ResidentCredentials[];
  readonly speaker: string;
}

/** What a gateway is measured as. */
interface GatewayMeasured extends Measured {
  /** Of requests to the City API: while nobody speaks, and while somebody does. */
  readonly calm: PacedReport;
  readonly spoken: PacedReport;
}

export const watchers: Bench = {
  name: 'watchers',
  run: async () => {
    const city = await City.start();
    const residents = await found(city, { count: Math.ceil(clients / clientsOfResident) + 1, lifespan: 10_000 });
    await gather(city, residents);
    const [speaker, ...listening] = residents.map(({ token }) => token);
    const asking = { city, asked: residents, speaker: must(speaker, 'a speaker') };
    const portal = await gateway(asking, city.portalPort, []);
    const cityApi = await gateway(asking, city.port, listening);
    await city.end();
    const bare = await bareSide(must(residents[0], 'a speaker').id);
    return [...rowsOf('strangers on the Portal', portal, bare), ...rowsOf('residents on the City API', cityApi, bare)];
  },
};

/** Its clients show `tokens`, in turns. Strangers show none. */
async function gateway(
  { city, asked, speaker }: Asking,
  port: number,
  tokens: readonly string[],
): Promise<GatewayMeasured> {
  const side: Side = {
    pid: city.pid,
    speakAt: city.port,
    speech: rawRequest('POST', '/v1/mesh/broadcast', speaker, JSON.stringify({ message })),
    crowd: await crowdOf(port, tokens),
  };
  const paced = await startPaced(city, asked, 32);
  const ask = (ms: number) => paced.ask({ type: 'calm', perSecond: requestsPerSecond, ms } satisfies PacedRequest);
  const calm = await ask(speeches * speechEveryMs);
  // Right after: a server ends connections that are silent for ten seconds.
  const [spoken] = await Promise.all([ask((speeches - 2) * speechEveryMs), measure(side)]);
  const measured = await measure(side);
  for (const one of [paced, ...side.crowd]) await one.end();
  return { ...measured, calm, spoken };
}

async function bareSide(actor: string): Promise<Measured> {
  const bare = await startBare({ event: eventLike(actor) });
  const side: Side = {
    pid: bare.pid,
    speakAt: bare.port,
    speech: rawRequest('POST', '/say', '', JSON.stringify({ message })),
    crowd: await crowdOf(bare.port, []),
  };
  const measured = await measure(side);
  for (const one of [...side.crowd, bare]) await one.end();
  return measured;
}

function crowdOf(port: number, tokens: readonly string[]): Promise<readonly Program<WatchersReport>[]> {
  const addresses = clientsOfProcess / clientsOfAddress;
  return Promise.all(
    Array.from({ length: processes }, async (_, process) => {
      const options: WatchersOptions = {
        port,
        count: clientsOfProcess,
        tokens,
        addresses: Array.from({ length: Math.ceil(addresses) }, (_, each) => `127.0.${process + 1}.${each + 1}`),
        settleMs,
      };
      const program = await Program.start<WatchersReport>('watchers', options);
      await program.next();
      return program;
    }),
  );
}

/** Speaks at its pace, once every program has begun to listen. */
async function measure({ pid, speakAt, speech, crowd }: Side): Promise<Measured> {
  // Opened now, for the same reason.
  const speaker = await RawConnection.open(speakAt);
  const ask = (request: WatchersRequest) => Promise.all(crowd.map((program) => program.ask(request)));
  await ask({ type: 'begin', messagesMax: speeches });
  const before = cpuMicros(pid);
  const saidAt: number[] = [];
  const startedAt = performance.now();
  for (let spoken = 0; spoken < speeches; spoken++) {
    await pause(Math.max(0, startedAt + spoken * speechEveryMs - performance.now()));
    saidAt.push(performance.timeOrigin + performance.now());
    await said(speaker, speech);
  }
  speaker.end();
  const reports = await ask({ type: 'end', saidAt });
  const late = reports.reduce<number[]>((sum, report) => report.late.map((n, step) => n + (sum[step] ?? 0)), []);
  const stepMs = must(reports[0], 'a report').stepMs;
  const cpu = (cpuMicros(pid) - before) / (clients * speeches);
  return { p50: share(late, 0.5) * stepMs, p99: share(late, 0.99) * stepMs, cpu };
}

function said(speaker: RawConnection, speech: string): Promise<void> {
  return new Promise((resolve, reject) =>
    speaker.send(speech, (isGood) => (isGood ? resolve() : reject(new Error('the speaker was refused')))),
  );
}

/** Steps within which this part of them came. */
function share(late: readonly number[], part: number): number {
  let left = late.reduce((sum, n) => sum + n, 0) * part;
  const step = late.findIndex((n) => {
    left -= n;
    return left <= 0;
  });
  return step + 1;
}

function rowsOf(whom: string, ours: GatewayMeasured, bare: Measured): readonly Row[] {
  const crowd = `${rounded(clients)} ${whom}`;
  const cell = ({ p50, p99 }: Measured) => `p50 ${rounded(p50)} ms, p99 ${rounded(p99)} ms`;
  const requests = ({ p50Ms, p99Ms }: PacedReport) => `p50 ${rounded(p50Ms)} ms, p99 ${rounded(p99Ms)} ms`;
  const details = [`somebody speaks every ${speechEveryMs} ms, ${speeches} times, to ${processes} processes`];
  return [
    printed(
      { figure: `a word reaches ${crowd}`, ours: cell(ours), comparator: `bare publish ${cell(bare)}`, details },
      ours.p99 / bare.p99,
    ),
    compared(
      {
        figure: `${crowd}, server CPU a delivery`,
        ours: `${rounded(ours.cpu)} us`,
        comparator: `bare publish ${rounded(bare.cpu)} us`,
        details: [],
      },
      bare.cpu / ours.cpu,
      { atLeast: 0.8 },
    ),
    printed(
      {
        figure: `GET /v1/me, ${requestsPerSecond}/s, beside ${crowd}`,
        ours: requests(ours.spoken),
        comparator: `while nobody speaks ${requests(ours.calm)}`,
        details: [],
      },
      ours.spoken.p99Ms / ours.calm.p99Ms,
    ),
  ];
}
