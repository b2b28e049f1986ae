/**
 * What the tests of core containers share: an image whose program does what its soul says, a city that only listens, cores of a city of
 * their own.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { contentHash } from '../../engine/ids.ts';
import type { CoreEnd, Standing, StandingOf, WantedCore } from '../../sandbox/core-containers.ts';
import { type CoresOptions, DockerCores } from '../../sandbox/docker/cores/keeper.ts';
import { hostNode, withFolders } from '../../sandbox/docker/image-files.ts';
import { labels } from '../../sandbox/docker/labels.ts';
import { tarOf } from '../../sandbox/docker/tar.ts';
import { until } from '../until.ts';
import { docker, log } from './docker-support.ts';

/** Runs the code that its soul brings. */
const program = `
  const { code } = JSON.parse(process.env.CITY_SOUL);
  const report = (what) => fetch(process.env.CITY_URL + '/report', {
    method: 'POST', body: JSON.stringify(what), headers: { authorization: 'Bearer ' + process.env.CITY_TOKEN } });
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction('report', code)(report);
`;

/** An image of this machine's Node and of `source`; made if the engine has none. */
export async function coreImage(source = program, engine = docker): Promise<string> {
  const tag = `v${contentHash(`${process.version} ${source}`).slice(0, 16)}`;
  const repo = 'civitas-test-core';
  const isThere = await engine
    .getImage(`${repo}:${tag}`)
    .inspect()
    .then(
      () => true,
      () => false,
    );
  if (isThere) return `${repo}:${tag}`;
  const node = await hostNode();
  const files = [...node.files, { path: 'core/program.mjs', mode: 0o644, content: Buffer.from(source) }];
  const changes = node.env.map((setting) => `ENV ${setting}`);
  const tar = Readable.from(tarOf(withFolders(files)));
  const said = await text(Readable.from(await engine.importImage(tar, { repo, tag, changes })));
  if (said.includes('"error"')) throw new Error(said);
  return `${repo}:${tag}`;
}

/** What it runs. */
export const command = ['node', '/core/program.mjs'];

let souls = 0;

/** A soul that nobody else has, whose program runs `code`: the body of an async function that has `report`. */
export function wantedOf(image: string, code: string, more: Partial<WantedCore> = {}): WantedCore {
  souls += 1;
  const soul = `soul_test${String(souls).padStart(4, '0')}`;
  return { soul, about: JSON.stringify({ name: 'Ada', code }), image, command, env: {}, ...more };
}

export interface Reported {
  readonly token: string;
  readonly address: string;
  readonly said: unknown;
}

/** A city that records what programs report. */
export class Listening {
  readonly heard: Reported[] = [];
  readonly server: Server;
  port = 0;

  private constructor() {
    this.server = createServer((request, response) => {
      const { authorization = '' } = request.headers;
      const address = request.socket.remoteAddress ?? '';
      bodyOf(request).then(
        (said) => {
          this.heard.push({ token: authorization.replace('Bearer ', ''), address, said });
          response.end('{}');
        },
        // Broken off, or no JSON: not what these programs report.
        () => request.destroy(),
      );
    });
  }

  static async open(): Promise<Listening> {
    const city = new Listening();
    await new Promise<void>((resolve) => city.server.listen(0, '127.0.0.1', resolve));
    const address = city.server.address();
    city.port = typeof address === 'object' && address !== null ? address.port : 0;
    return city;
  }

  async hears(count = 1): Promise<readonly unknown[]> {
    await until(`${count} reports`, async () => this.heard.length >= count);
    return this.heard.map(({ said }) => said);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  return body === '' ? null : JSON.parse(body);
}

export interface Stage {
  readonly cores: DockerCores;
  readonly city: string;
  readonly listening: Listening;
  /** What the city says of souls. */
  readonly standing: Map<string, Standing>;
  readonly ends: (CoreEnd & { readonly soul: string })[];
  readonly available: boolean[];
  /** The city's side ends and begins again, as when its process is restarted. */
  reopen(): Promise<Stage>;
  readonly standingOf: StandingOf;
  /** Makes a container ready, and starts it as one who lives. */
  live(wanted: WantedCore): Promise<void>;
}

const MiB = 2 ** 20;
const allowed = { memoryBytes: 96 * MiB, diskBytes: 16 * MiB, cpuMillis: 1_000 };

type Kept = Pick<Stage, 'city' | 'listening' | 'standing' | 'ends' | 'available'> & { readonly folder: string };

async function stageOf(kept: Kept, more: Partial<CoresOptions>): Promise<Stage> {
  const { city, listening, standing, ends, available, folder } = kept;
  const cores = DockerCores.begin({
    city,
    log,
    allowed,
    uidBase: undefined,
    folder: join(folder, 'cores'),
    cityPort: listening.port,
    addressOf: (n) => `127.77.0.${n}`,
    coresMax: 8,
    newToken: () => `res_${randomBytes(8).toString('hex')}`,
    listener: {
      ended: async (soul, end) => void ends.push({ soul, ...end }),
      available: (isAvailable) => void available.push(isAvailable),
    },
    ...more,
  });
  await cores.tried;
  const standingOf = async (soul: string) => standing.get(soul) ?? 'unwanted';
  await cores.reconcile(standingOf);
  const reopen = async () => {
    await cores.close();
    return stageOf(kept, more);
  };
  const live = async (wanted: WantedCore) => {
    standing.set(wanted.soul, 'awaited');
    await cores.prepare(wanted);
    standing.set(wanted.soul, 'lived in');
    await cores.start(wanted.soul);
  };
  return { cores, city, listening, standing, ends, available, reopen, standingOf, live };
}

/** Containers of the city, ended ones included, by part. */
export async function partsOf(city: string): Promise<readonly string[]> {
  const listed = await docker.listContainers({ all: true, filters: { label: [`${labels.coreCity}=${city}`] } });
  return listed.map(({ Labels }) => Labels[labels.part] ?? '').sort();
}

/** The container of a soul. */
export async function containerOf(city: string, soul: string, part: 'core' | 'sidecar' = 'core') {
  const label = [`${labels.coreCity}=${city}`, `${labels.soul}=${soul}`, `${labels.part}=${part}`];
  const [found] = await docker.listContainers({ all: true, filters: { label } });
  return found === undefined ? undefined : docker.getContainer(found.Id);
}

/** A test with cores of a city that nobody else has; when it is over, nothing may be left of them. */
export function withCores(
  t: Test,
  title: string,
  test: (t: Test, stage: Stage) => Promise<void>,
  more: Partial<CoresOptions> = {},
): void {
  t.test(title, { timeout: 150_000 }, async (t) => {
    const city = `test-${randomBytes(6).toString('hex')}`;
    const folder = mkdtempSync(join(tmpdir(), 'civitas-cores-'));
    const listening = await Listening.open();
    const kept = { city, folder, listening, standing: new Map<string, Standing>(), ends: [], available: [] };
    const stage = await stageOf(kept, more);
    try {
      await test(t, stage);
    } finally {
      kept.standing.clear();
      const last = await stage.reopen();
      await last.cores.close();
      await listening.close();
      rmSync(folder, { recursive: true });
    }
    t.strictSame(await partsOf(city), [], '[X5] nothing is left of those who do not live');
  });
}
