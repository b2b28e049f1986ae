/** Finds out, once, what an image can run: by trying, in the cage in which code will run. */
import { randomBytes } from 'node:crypto';
import type Docker from 'dockerode';
import { cageOf } from './cage.ts';
import { within } from './calls.ts';
import type { Image } from './image.ts';

const tryMsMax = 15_000;
const resources = { cpuMillis: 1_000, memoryBytes: 128 * 1024 * 1024, storeBytesMax: 0, storeKeysMax: 0 };

/** Whether `program --version` ends well in a container of the image. */
export async function speaks(docker: Docker, image: Image, city: string, program: string): Promise<boolean> {
  const name = `civitas-${randomBytes(9).toString('hex')}`;
  const cage = await cageOf(name, '', city, resources, { ...image, runner: [program, '--version'] });
  const attempt = async (abortSignal: AbortSignal): Promise<boolean> => {
    const container = await docker.createContainer({ ...cage, abortSignal });
    const exit = container.wait({ condition: 'next-exit', abortSignal });
    await container.start({ abortSignal });
    const { StatusCode } = (await exit) as { readonly StatusCode: number };
    return StatusCode === 0;
  };
  return within(`try ${program}`, tryMsMax, attempt).catch(() => false);
}
