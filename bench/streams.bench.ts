/**
 * 200 streamed completions at once: asked of the city's inference service, behind which stands an OpenAI-compatible server, and asked
 * of that server itself. It says 25 words a second to each, as a model would, 250 of them; and once more as fast as they are taken,
 * which stands below.
 *
 * Time to the last byte, CPU for each streamed word (of the city, beside that of the server when it is asked itself), and by how much
 * the process that is asked grows meanwhile. The priced call around each stream is part of ours.
 */

import type { ResidentCredentials } from '../client/founding-request.ts';
import { City } from './harness/city.ts';
import { cpuMicros } from './harness/cpu.ts';
import { grownWhile } from './harness/memory-use.ts';
import { Program } from './harness/program.ts';
import { found } from './harness/residents.ts';
import { population, rounds, serverFlags } from './harness/settings.ts';
import { type Bench, listed, median, printed, type Row, rounded } from './harness/table-row.ts';
import type { ModelServerReport, ModelServerRequest } from './programs/model-server.ts';
import type { StreamReadersReport, StreamReadersRequest } from './programs/stream-readers.ts';

/** At 25 words a second these leave city, server and readers room on two cores: more would measure the machine. No fewer than 20. */
const streamsCount = Math.min(200, population(200));
const words = population(250);
const pauseMs = 40;
const key = 'sk-of-the-bench';

/** Whom the streams are asked of. */
interface Side {
  readonly name: string;
  readonly pid: number;
  readonly asked: StreamReadersRequest;
}

interface Streamed extends StreamReadersReport {
  /** Microseconds of the process that was asked, for each word. */
  readonly cpu: number;
  readonly grownBytes: number;
}

interface Sides<T> {
  readonly city: T;
  readonly server: T;
}

export const streams: Bench = {
  name: 'streams',
  run: async () => {
    const server = await Program.start<ModelServerReport>('model-server', {}, serverFlags);
    const { port } = await server.next();
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    const inference = { INFERENCE_BASE_URL: baseUrl, INFERENCE_MODEL_SMALL: 'bench', INFERENCE_API_KEY: key };
    const city = await City.start({ settings: inference });
    const residents = await found(city, { count: streamsCount, lifespan: 10_000 });
    const readers = await Program.start<StreamReadersReport>('stream-readers', {});
    const sides = sidesOf(city, { port, pid: server.pid }, residents);
    const answer = (request: ModelServerRequest) => server.ask(request);
    await answer({ chunks: words, pauseMs: 0 });
    // A round is no measure before code and pools are warm.
    await inTurns(sides, readers, 1);
    const fast = await inTurns(sides, readers, rounds(3));
    await answer({ chunks: words, pauseMs });
    const paced = await inTurns(sides, readers, rounds(3));
    for (const one of [readers, city, server]) await one.end();
    return rowsOf(paced, fast);
  },
};

function sidesOf(
  city: City,
  server: { readonly port: number; readonly pid: number },
  residents: readonly ResidentCredentials[],
): Sides<Side> {
  const messages = [{ role: 'user', content: 'Describe the street at night, lamp by lamp.' }];
  const common = { messages, max_tokens: words, stream: true };
  const path = '/v1/global-services/inference/complete';
  const tokens = residents.map(({ token }) => token);
  return {
    city: {
      name: 'city',
      pid: city.pid,
      asked: { port: city.port, path, body: { ...common, model: 'small' }, tokens },
    },
    server: {
      name: 'server',
      pid: server.pid,
      asked: {
        port: server.port,
        path: '/v1/chat/completions',
        body: { ...common, model: 'bench' },
        tokens: tokens.map(() => key),
      },
    },
  };
}

async function inTurns(
  sides: Sides<Side>,
  readers: Program<StreamReadersReport>,
  roundCount: number,
): Promise<Sides<readonly Streamed[]>> {
  const measured = { city: [] as Streamed[], server: [] as Streamed[] };
  for (let round = 0; round < roundCount; round++) {
    measured.city.push(await measure(sides.city, readers));
    measured.server.push(await measure(sides.server, readers));
  }
  return measured;
}

async function measure({ name, pid, asked }: Side, readers: Program<StreamReadersReport>): Promise<Streamed> {
  const before = cpuMicros(pid);
  const [grownBytes, report] = await grownWhile(pid, () => readers.ask(asked));
  const said = streamsCount * words;
  // Each stream has a few events more, at its end.
  if (report.events < said) throw new Error(`${name}: ${report.events} events of ${said} came`);
  return { ...report, cpu: (cpuMicros(pid) - before) / said, grownBytes };
}

function rowsOf(paced: Sides<readonly Streamed[]>, fast: Sides<readonly Streamed[]>): readonly Row[] {
  const what = `${streamsCount} streams at once`;
  const of = (side: readonly Streamed[], figure: keyof Streamed) => median(side.map((one) => one[figure]));
  const rowOf = (
    figure: string,
    which: keyof Streamed,
    shown: (value: number) => string,
    details: readonly string[],
  ) => {
    const [ours, other] = [of(paced.city, which), of(paced.server, which)];
    const comparator = `the server itself ${shown(other)}`;
    return printed({ figure: `${what}, ${figure}`, ours: shown(ours), comparator, details }, ours / other);
  };
  const pace = `${words} words each, one every ${pauseMs} ms`;
  return [
    rowOf('last byte', 'lastP50Ms', (ms) => `${rounded(ms)} ms`, [
      `${pace}; ${linesOf('city', paced.city)}`,
      `${pace}; ${linesOf('server', paced.server)}`,
    ]),
    rowOf('CPU for each word', 'cpu', (micros) => `${rounded(micros)} us`, [
      `as fast as they are taken; ${linesOf('city', fast.city)}`,
      `as fast as they are taken; ${linesOf('server', fast.server)}`,
    ]),
    rowOf('growth of the process', 'grownBytes', (bytes) => `${rounded(bytes / 2 ** 20)} MiB`, [
      `city ${rounded(of(paced.city, 'grownBytes') / streamsCount / 1024)} KiB a stream; peak during the streams less what was there before`,
    ]),
  ];
}

const linesOf = (name: string, side: readonly Streamed[]): string => {
  const ms = (of: 'firstP50Ms' | 'lastP50Ms' | 'lastMaxMs') => listed(side.map((one) => one[of]));
  const grown = listed(side.map(({ grownBytes }) => grownBytes / 2 ** 20));
  return `${name}: first event ${ms('firstP50Ms')} ms, last byte p50 ${ms('lastP50Ms')} ms, latest ${ms('lastMaxMs')} ms; ${listed(side.map(({ cpu }) => cpu))} us CPU a word; grown ${grown} MiB`;
};
