/**
 * What a core container and its sidecar are allowed (X4), beside `../cage.ts`, which says what every container is kept from.
 *
 * Both are in one network, which has nothing but itself. The core container connects to the sidecar in it and may not listen
 * (`../seccomp.ts`); the sidecar alone has the folder with the city's socket. They share nothing else: neither user, nor files,
 * nor processes.
 */
import type { ContainerCreateOptions } from 'dockerode';
import { assert, assertWhole } from '../../../engine/assert.ts';
import type { WantedCore } from '../../core-containers.ts';
import { bounds, isolation, sharedMemoryBytesMax } from '../cage.ts';
import type { Image } from '../image.ts';
import { labels } from '../labels.ts';
import { coreProfile, sidecarProfile } from '../seccomp.ts';
import { nameOf } from '../uids.ts';

const MiB = 1024 * 1024;

/** What each core container may take. */
export interface CoreBounds {
  readonly memoryBytes: number;
  /** Of files that its program writes, all together. They lie in memory, which it has for them besides. */
  readonly diskBytes: number;
  readonly cpuMillis: number;
}

/** Where the program of a resident finds the city. */
const cityUrl = 'http://127.0.0.1:3000';
/** Processes and threads of a program. */
const pidsMax = 128;
/** For each 4 KiB of its disk one file or folder. */
const bytesPerInode = 4_096;
const sidecar = ['node', '--max-old-space-size=16', '--max-semi-space-size=1', '/sidecar/sidecar.js'];
const sidecarBounds = { memoryBytes: 96 * MiB, cpuMillis: 250, pids: 32, fileBytes: 0 };

/** Whose container it is, and which of the two. */
export interface Owner {
  readonly uid: number;
  readonly city: string;
  readonly soul: string;
}

const labelsOf = ({ city, soul }: Owner, part: 'core' | 'sidecar') => ({
  [labels.coreCity]: city,
  [labels.soul]: soul,
  [labels.part]: part,
});

/** What both are: kept when they have ended, with nothing attached that could end with the city. */
const common = ({ uid }: Owner) => ({
  name: nameOf(uid),
  User: `${uid}:${uid}`,
  Healthcheck: { Test: ['NONE'] },
  AttachStdin: false,
  AttachStdout: false,
  AttachStderr: false,
  OpenStdin: false,
  Tty: false,
  // What the engine ends has not ended by itself, whatever its program would make of another signal (CK3).
  StopSignal: 'SIGKILL',
});

/** The sidecar; `folder` is that of its city's socket. */
export async function sidecarOf(owner: Owner, folder: string, image: Image) {
  return {
    ...common(owner),
    Image: image.reference,
    Entrypoint: sidecar,
    Cmd: [],
    WorkingDir: '/',
    Hostname: 'core',
    Labels: labelsOf(owner, 'sidecar'),
    HostConfig: {
      ...isolation(await sidecarProfile),
      NetworkMode: 'none',
      ...bounds(sidecarBounds),
      ShmSize: sharedMemoryBytesMax,
      Mounts: [{ Type: 'bind', Source: folder, Target: '/city', ReadOnly: true }],
    },
  } satisfies ContainerCreateOptions;
}

/** What a core container is made of, when its image is known. */
export interface CoreParts {
  readonly wanted: WantedCore;
  /** What was asked for, by hash. */
  readonly hash: string;
  readonly token: string;
  /** The id of the image. */
  readonly image: string;
  /** The id of the sidecar whose network it is in. */
  readonly sidecar: string;
}

/** The core container itself. */
export async function coreOf(owner: Owner, parts: CoreParts, allowed: CoreBounds) {
  const { wanted, hash, token, image } = parts;
  const { memoryBytes, diskBytes, cpuMillis } = allowed;
  assertWhole(diskBytes, bytesPerInode, '[X4] bytes that a core container may write');
  assert(parts.sidecar !== '', '[X4] a core container is in the network of its sidecar, and in no other');
  return {
    ...common(owner),
    Image: image,
    ...(wanted.command.length > 0 && { Entrypoint: [...wanted.command], Cmd: [] }),
    Env: settingsIn({
      ...{ HOME: '/tmp', LANG: 'C.UTF-8' },
      ...wanted.env,
      ...{ CITY_URL: cityUrl, [tokenName]: token, CITY_SOUL: wanted.about },
    }),
    Labels: { ...labelsOf(owner, 'core'), [labels.wanted]: hash },
    HostConfig: {
      ...isolation(await coreProfile),
      NetworkMode: `container:${parts.sidecar}`,
      ...bounds({ memoryBytes: memoryBytes + diskBytes, cpuMillis, pids: pidsMax, fileBytes: diskBytes }),
      ShmSize: sharedMemoryBytesMax,
      Tmpfs: { '/tmp': diskOf(owner.uid, diskBytes) },
    },
  } satisfies ContainerCreateOptions;
}

const diskOf = (uid: number, bytes: number): string =>
  `rw,noexec,nosuid,nodev,nr_inodes=${Math.floor(bytes / bytesPerInode)},uid=${uid},gid=${uid},mode=0700,size=${bytes}`;

const tokenName = 'CITY_TOKEN';

const settingsIn = (env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);

/** The token that lies in a core container, by what Docker says of its environment. */
export function tokenIn(env: readonly string[]): string | undefined {
  const prefix = `${tokenName}=`;
  return env.find((setting) => setting.startsWith(prefix))?.slice(prefix.length);
}
