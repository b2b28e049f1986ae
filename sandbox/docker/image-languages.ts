/** Finds out once what an image can run, by trying it in the cage in which code will run. */
import type Docker from 'dockerode';
import { cageOf } from './cage.ts';
import { create } from './container.ts';
import type { Image } from './image.ts';
import { withDeadline } from './request-deadlines.ts';
import type { Uids } from './uids.ts';

const tryMsMax = 15_000;
const resources = { cpuMillis: 1_000, memoryBytes: 128 * 1024 * 1024, storeBytesMax: 0, storeKeysMax: 0 };
/** Succeeds when a process of this image's Node can write to its own memory, and so code can. */
const opensItself = `require('node:fs').openSync('/proc/self/mem', 'r+')`;

/** What is known of an image once it was tried. */
export interface Tried {
  readonly hasPython: boolean;
  /** Code can write machine code into its own process, and so make system calls of its own, as far as seccomp lets them. */
  readonly isOpen: boolean;
}

/** Tries an image of the operator's. */
export async function tried(docker: Docker, image: Image, city: string, uids: Uids): Promise<Tried> {
  const runs = (...command: readonly string[]) => endsWell(docker, { ...image, runner: command }, city, uids);
  const [hasPython, isOpen] = await Promise.all([runs('python3', '--version'), runs('node', '-e', opensItself)]);
  return { hasPython, isOpen };
}

/** Whether a container of the image ends with exit code 0. */
async function endsWell(docker: Docker, image: Image, city: string, uids: Uids): Promise<boolean> {
  const attempt = async (signal: AbortSignal): Promise<boolean> => {
    const container = await uids.find(async (uid) =>
      create(docker, await cageOf(uid, '', city, resources, image), signal),
    );
    const exit = container.wait({ condition: 'next-exit', abortSignal: signal });
    await container.start({ abortSignal: signal });
    const { StatusCode } = (await exit) as { readonly StatusCode: number };
    return StatusCode === 0;
  };
  return withDeadline(`try of ${image.runner.join(' ')}`, tryMsMax, attempt).catch(() => false);
}
