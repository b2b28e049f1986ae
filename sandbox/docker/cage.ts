/**
 * What a container is allowed (X1): all of it in one place, for an eye that looks for the hole. Docker's own names.
 */
import type { ContainerCreateOptions } from 'dockerode';
import { assert, assertWhole } from '../../engine/assert.ts';
import type { Resources } from '../interface.ts';
import { limits } from '../limits.ts';
import type { Image } from './image.ts';
import { labels } from './labels.ts';
import { codeProfile } from './seccomp.ts';
import { nameOf } from './uids.ts';

const MiB = 1024 * 1024;

/** Comes on top of the memory that the place has paid for. */
const runnerMemoryBytes = 32 * MiB;
/** Processes and threads; Node alone has 7 threads, and there are the runner's and the code's. */
const pidsMax = 64;
const descriptorsMax = 256;
/** Signals that are pending; the kernel counts them, like processes, for each user. */
const signalsMax = 256;
const fileBytesMax = 32 * MiB;
/** Bytes of files that code writes; they count as memory of the place too. */
const workBytesMax = 64 * MiB;
const tmpBytesMax = 32 * MiB;
/** The files of a job with all folders that their paths can have, and as many that the code writes. */
const inodesMax = 2 * limits.filesMax * limits.pathSegmentsMax;
export const sharedMemoryBytesMax = 1 * MiB;
const cpuPeriodUs = 100_000;
/** When the kernel is out of memory it kills a container before the city. */
const oomScore = 500;

/** What Docker hides of the machine, or makes read-only, when it is given no list. */
const hiddenByDocker = [
  ...['/proc/asound', '/proc/acpi', '/proc/kcore', '/proc/keys', '/proc/latency_stats', '/proc/timer_list'],
  ...['/proc/timer_stats', '/proc/sched_debug', '/proc/scsi', '/sys/firmware'],
];
const readOnlyByDocker = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];
/** Files that also tell of the machine or of others on it, and that no program asks for. Node reads `cpuinfo`, `meminfo`, `stat`. */
const hidden = [
  ...['buddyinfo', 'cmdline', 'config.gz', 'consoles', 'devices', 'diskstats', 'driver', 'interrupts', 'iomem'],
  ...['ioports', 'kallsyms', 'key-users', 'kmsg', 'locks', 'misc', 'modules', 'pagetypeinfo', 'partitions', 'pressure'],
  ...['schedstat', 'slabinfo', 'softirqs', 'swaps', 'sysvipc', 'tty', 'vmallocinfo', 'vmstat', 'zoneinfo'],
].map((name) => `/proc/${name}`);
/** All but the control groups, in which Node finds how much memory it has. */
const hiddenDevices = ['block', 'bus', 'class', 'dev', 'devices', 'hypervisor', 'kernel', 'module', 'power'].map(
  (name) => `/sys/${name}`,
);

/** How the container of `place` is created. Its user is `uid`, which no other living container may have (`uids.ts`). */
export async function cageOf(uid: number, place: string, city: string, resources: Resources, image: Image) {
  return {
    name: nameOf(uid),
    Image: image.reference,
    Entrypoint: [...image.runner],
    Cmd: [],
    User: `${uid}:${uid}`,
    WorkingDir: '/work',
    Hostname: 'place',
    Env: ['HOME=/tmp', 'LANG=C.UTF-8', 'PYTHONDONTWRITEBYTECODE=1'],
    Labels: { [labels.city]: city, [labels.place]: place },
    Healthcheck: { Test: ['NONE'] },
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: false,
    OpenStdin: true,
    StdinOnce: true,
    Tty: false,
    NetworkDisabled: true,
    HostConfig: {
      ...isolation(await codeProfile),
      NetworkMode: 'none',
      // Docker removes it with its last process: also when the city was killed and nobody else would.
      AutoRemove: true,
      ...bounds({
        memoryBytes: resources.memoryBytes + runnerMemoryBytes,
        cpuMillis: resources.cpuMillis,
        pids: pidsMax,
        fileBytes: fileBytesMax,
      }),
      ...folders(uid),
    },
  } satisfies ContainerCreateOptions;
}

/** What isolates every container of the city; `profile` is its seccomp profile. */
export function isolation(profile: string) {
  assert(profile.startsWith('{'), '[X1] a seccomp profile: Docker takes its own instead of none');
  return {
    IpcMode: 'private',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges', `seccomp=${profile}`],
    Privileged: false,
    MaskedPaths: [...hiddenByDocker, ...hidden, ...hiddenDevices],
    ReadonlyPaths: readOnlyByDocker,
    LogConfig: { Type: 'none', Config: {} },
    RestartPolicy: { Name: 'no' },
  };
}

/**
 * What one container may take at most: bytes, thousandths of a processor, processes and threads, bytes of one file. Docker takes 0 for no
 * bound, and so it does any value that is no number, which has no JSON (X1).
 */
export interface Bounds {
  readonly memoryBytes: number;
  readonly cpuMillis: number;
  readonly pids: number;
  readonly fileBytes: number;
}

export function bounds({ memoryBytes, cpuMillis, pids, fileBytes }: Bounds) {
  const quotaUs = Math.round((cpuMillis * cpuPeriodUs) / 1000);
  assertWhole(memoryBytes, 1, '[X1] bytes of memory of a container');
  assertWhole(quotaUs, 1, '[X1] microseconds of processor of a container');
  assertWhole(pids, 1, '[X1] processes of a container');
  assertWhole(fileBytes, 0, '[X1] bytes of a file in a container');
  return {
    Memory: memoryBytes,
    // Memory and swap together: so there is no swap.
    MemorySwap: memoryBytes,
    // Not `NanoCpus`: Docker refuses more of those than the host has, and a large place must start on a small host.
    CpuPeriod: cpuPeriodUs,
    CpuQuota: quotaUs,
    PidsLimit: pids,
    OomScoreAdj: oomScore,
    Ulimits: [
      { Name: 'nofile', Soft: descriptorsMax, Hard: descriptorsMax },
      { Name: 'fsize', Soft: fileBytes, Hard: fileBytes },
      { Name: 'core', Soft: 0, Hard: 0 },
      { Name: 'nproc', Soft: pids, Hard: pids },
      { Name: 'sigpending', Soft: signalsMax, Hard: signalsMax },
    ],
  };
}

function folders(user: number) {
  const common = `rw,noexec,nosuid,nodev,nr_inodes=${inodesMax},uid=${user},gid=${user},mode=0700`;
  return {
    Tmpfs: { '/work': `${common},size=${workBytesMax}`, '/tmp': `${common},size=${tmpBytesMax}` },
    ShmSize: sharedMemoryBytesMax,
  };
}
