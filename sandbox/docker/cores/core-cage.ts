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
  /** Bytes of all files that its program writes. They lie in memory, which comes on top of its own. */
  readonly diskBytes: number;
  readonly cpuMillis: number;
}

/** The address at which the program of a resident finds the city. */
const cityUrl = 'http://127.0.0.1:3000';
/** Processes and threads of a program. */
const pidsMax = 128;
/** One file or folder for each 4 KiB of its disk. */
const bytesPerInode = 4_096;
const sidecar = ['node', '--max-old-space-size=16', '--max-semi-space-size=1', '/sidecar/sidecar.js'];
const sidecarBounds = { memoryBytes: 96 * MiB, cpuMillis: 250, pids: 32, fileBytes: 0 };

/** The soul whose container it is, and which of the two it is. */
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

/** Settings of both: each is kept when it has ended, with nothing attached that could end with the city. */
const common = ({ uid }: Owner) => ({
  name: nameOf(uid),
  User: `${uid}:${uid}`,
  Healthcheck: { Test: ['NONE'] },
  AttachStdin: false,
  AttachStdout: false,
  AttachStderr: false,
  OpenStdin: false,
  Tty: false,
  // A program that the engine ends has not ended by itself, whatever it would make of another signal (CK3).
  StopSignal: 'SIGKILL',
});

/** How the sidecar is created; `folder` is that of its city's socket. */
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
  /** A hash of what was asked for. */
  readonly hash: string;
  readonly token: string;
  /** The id of the image. */
  readonly image: string;
  /** The id of the sidecar whose network it is in. */
  readonly sidecar: string;
}

/** How the core container itself is created. */
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

/** The token that lies in a core container, read from the environment that Docker reports. */
export function tokenIn(env: readonly string[]): string | undefined {
  const prefix = `${tokenName}=`;
  return env.find((setting) => setting.startsWith(prefix))?.slice(prefix.length);
}
