/**
 * Code of residents in Docker, through the sandbox's port: a run and a service call in a container that is warm, and the
 * first run of a place. Beside `docker exec` of Node with the same code in an idle container, and `docker run --rm`: the
 * same image, the same limits. The comparator is Docker's API; its command line, which takes longer, stands below.
 *
 * All take turns with a pause before each, as work comes in a workshop. The sandbox starts the process of the next run
 * ahead, in that pause: so a run must be as much faster without one, too, one right after the other on both sides. Below
 * stand the whole way over HTTP through a city, in its smallest tier, and the sandbox that needs no Docker.
 */
import { randomBytes } from 'node:crypto';
import Docker from 'dockerode';
import type { Log } from '../engine/ports.ts';
import { DockerSandbox, dockerAnswers } from '../sandbox/docker/docker-sandbox.ts';
import { type Image, imageOf } from '../sandbox/docker/image.ts';
import { EmbeddedSandbox } from '../sandbox/embedded/embedded-sandbox.ts';
import type { Job, Resources, Sandbox, Task } from '../sandbox/interface.ts';
import { alternateTimes, type Contender, contender, p50, spread, time } from './harness/alternating-times.ts';
import { City } from './harness/city.ts';
import { ends } from './harness/cleanup.ts';
import { IdleContainer, RunCommand, runOnce } from './harness/docker.ts';
import { builderIn, deployed } from './harness/pods-over-http.ts';
import { samples } from './harness/settings.ts';
import { type Bench, compared, comparedWith, incomplete, type Row, rounded } from './harness/table-row.ts';

const times = samples(60);
const coldTimes = samples(30);
const calls = samples(600);
/** Long enough for what a run leaves to be done: its container is given one processor. */
const pauseMs = 250;

const rows = [
  { figure: 'a run in a warm workshop', atMost: 0.6 },
  { figure: 'a call of a warm service', atMost: 0.1 },
  { figure: 'the first run of a workshop', atMost: 1.3 },
] as const;

const resources: Resources = {
  cpuMillis: 1_000,
  memoryBytes: 256 * 2 ** 20,
  storeBytesMax: 65_536,
  storeKeysMax: 256,
};
const service = 'export const handle = (input, caller) => ({ sum: input.a + input.b, caller });\n';
const program = `${service}console.log(JSON.stringify(handle({ a: 1, b: 2 }, 'ada-1')));\n`;
const run: Task = { type: 'run', entry: 'index.js' };
const call: Task = { type: 'call', input: '{"a":1,"b":2}', caller: 'ada-1' };

export const sandbox: Bench = {
  name: 'sandbox',
  run: async () => {
    const embedded = await embeddedLines();
    if (await dockerAnswers()) return withDocker(new Docker(), embedded);
    return rows.map(({ figure, atMost }) => {
      const measured = { figure, ours: '-', comparator: 'no Docker engine answers: could not be measured' };
      return incomplete({ ...measured, details: figure === rows[0].figure ? embedded : [] }, `<= ${atMost}`);
    });
  },
};

async function withDocker(docker: Docker, embedded: readonly string[]): Promise<readonly Row[]> {
  const city = `bench-${randomBytes(6).toString('hex')}`;
  const opened = await DockerSandbox.open({ city, warmMax: 4, log: quiet });
  const end = ends(() => opened.close());
  const image = await imageOf(docker, undefined);
  const warm = await warmRows(docker, opened, image);
  const cold = await coldRow(docker, opened, image);
  await end();
  const throughCity = await cityLines();
  return [withLines(warm.run, [...throughCity.run, ...embedded]), withLines(warm.call, throughCity.call), cold];
}

async function warmRows(docker: Docker, opened: Sandbox, image: Image): Promise<{ run: Row; call: Row }> {
  const idle = await IdleContainer.start(docker, image, resources, program);
  const ours = {
    run: contender(jobIn(opened, 'workshop', run)),
    call: contender(jobIn(opened, 'service', call)),
  };
  const byApi = contender(() => idle.run());
  const byCommand = contender(() => idle.runByCommand());
  const everyone = [ours.run, ours.call, byApi, byCommand];
  await alternateTimes(everyone, 3, pauseMs);
  for (const { ms } of everyone) ms.length = 0;
  await alternateTimes(everyone, times, pauseMs);
  const atOnce = {
    run: await oneByOne(jobIn(opened, 'workshop', run), times),
    call: await oneByOne(jobIn(opened, 'service', call), calls),
    exec: await oneByOne(() => idle.run(), times),
  };
  await idle.end();
  const ratioAtOnce = (which: 'run' | 'call') => p50(atOnce[which]) / p50(atOnce.exec);
  const visitorLine = (which: 'run' | 'call', figure: string) => ({
    figure,
    ours: `${rounded(p50(ours[which]))} ms`,
    comparator: `docker exec (API) ${rounded(p50(byApi))} ms`,
    details: [
      `ours, each after ${pauseMs} ms: ${spread(ours[which])}; one after the other: ${spread(atOnce[which])}`,
      `docker exec by API, each after ${pauseMs} ms: ${spread(byApi)}; one after the other: ${spread(atOnce.exec)}`,
      `docker exec by command line, each after ${pauseMs} ms: ${spread(byCommand)}; ratio ${rounded(p50(ours[which]) / p50(byCommand))}`,
      `one after the other: ratio ${rounded(ratioAtOnce(which))}`,
    ],
  });
  const ratioOf = (which: 'run' | 'call') => p50(ours[which]) / p50(byApi);
  const [runs, called] = rows;
  return {
    run: comparedWith(visitorLine('run', runs.figure), ratioOf('run'), { atMost: runs.atMost }, 'and', {
      reach: 'one after the other, too',
      isMet: ratioAtOnce('run') <= runs.atMost,
    }),
    call: compared(visitorLine('call', called.figure), ratioOf('call'), { atMost: called.atMost }),
  };
}

async function coldRow(docker: Docker, opened: Sandbox, image: Image): Promise<Row> {
  const command = await RunCommand.make(image, resources, program);
  let places = 0;
  const ours = contender(() => jobIn(opened, `workshop-${++places}`, run)());
  const byApi = contender(() => runOnce(docker, image, resources, program));
  const byCommand = contender(() => command.run());
  for (let n = -2; n < coldTimes; n++) {
    await alternateTimes([ours], 1, pauseMs);
    await opened.remove(`workshop-${places}`);
    await alternateTimes([byApi, byCommand], 1, pauseMs);
    if (n < 0) for (const { ms } of [ours, byApi, byCommand]) ms.length = 0;
  }
  await command.end();
  const { figure, atMost } = rows[2];
  const measured = {
    figure,
    ours: `${rounded(p50(ours))} ms`,
    comparator: `docker run --rm (API) ${rounded(p50(byApi))} ms`,
    details: [
      `ours: ${spread(ours)}: container created and started, runner started, code run; the container stays`,
      `docker run --rm by API: ${spread(byApi)}, to its output and exit code`,
      `docker run --rm by command line: ${spread(byCommand)}, to its removal; ratio ${rounded(p50(ours) / p50(byCommand))}`,
    ],
  };
  return compared(measured, p50(ours) / p50(byApi), { atMost });
}

const withLines = (row: Row, lines: readonly string[]): Row => ({ ...row, details: [...row.details, ...lines] });

/** Throws when the code did not do what it should: such a figure would be of something else. */
function jobIn(opened: Sandbox, place: string, task: Task): () => Promise<void> {
  const job: Job = { place, resources, version: 'v1', files: new Map([['index.js', program]]), store: '{}', task };
  return async () => {
    const outcome = await opened.execute(job);
    if (outcome.type !== 'finished' || outcome.exitCode !== 0)
      throw new Error(`the sandbox said: ${JSON.stringify(outcome)}`);
  };
}

async function oneByOne(act: () => Promise<void>, count: number): Promise<Contender> {
  const one = contender(act);
  for (let n = 0; n < count; n++) await time(one);
  return one;
}

async function embeddedLines(): Promise<readonly string[]> {
  const opened = await EmbeddedSandbox.open();
  const end = ends(() => opened.close());
  const [runs, called] = [contender(jobIn(opened, 'workshop', run)), contender(jobIn(opened, 'service', call))];
  await alternateTimes([runs, called], 3, pauseMs);
  for (const { ms } of [runs, called]) ms.length = 0;
  await alternateTimes([runs, called], times, pauseMs);
  await end();
  return [`embedded sandbox (QuickJS, no Docker): run ${spread(runs)}; call ${spread(called)}`];
}

/** A run in a room of a house, and a call of a pod's service: from the request to its answer. */
async function cityLines(): Promise<{ run: readonly string[]; call: readonly string[] }> {
  const city = await City.start();
  const builder = await builderIn(city);
  const { ask, resident } = builder;
  const files = { 'index.js': program };
  const { pod, exit } = await deployed(builder, { name: 'Adding Shop', files });
  await ask('POST', '/v1/location/move', { exit_id: exit });
  const called = contender(async () => void (await ask('POST', `/v1/services/${pod}/call`, { input: { a: 1, b: 2 } })));
  await alternateTimes([called], 3, pauseMs);
  called.ms.length = 0;
  await alternateTimes([called], times, pauseMs);
  const atOnce = await oneByOne(called.act, calls);
  await ask('POST', '/v1/location/move', { exit_id: 'home' });
  await ask('POST', '/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  await ask('POST', '/v1/location/move', { exit_id: `city-housing/${resident.id}/lab` });
  await ask('POST', '/v1/workshops/lab/code', { files });
  const runs = contender(async () => void (await ask('POST', '/v1/workshops/lab/run')));
  await alternateTimes([runs], 3, pauseMs);
  runs.ms.length = 0;
  await alternateTimes([runs], times, pauseMs);
  await city.end();
  const what = 'over HTTP through a city, tier tiny (a quarter of a processor)';
  return {
    run: [`${what}: ${spread(runs)}, each after ${pauseMs} ms`],
    call: [`${what}: ${spread(called)}, each after ${pauseMs} ms; one after the other ${spread(atOnce)}`],
  };
}

const nothing = () => {};
const quiet: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
