/** Of `civitas doctor`: whether the data folder can be written, and how much room its disk has. */
import { access, mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Finding, messageOf } from './doctor-finding.ts';

const diskBytesMin = 256 * 2 ** 20;
const diskBytesGood = 2 * 2 ** 30;

/** Whether the disk of `folder`, which need not exist yet, can be written and has room. */
export async function checkDisk(folder: string): Promise<Finding> {
  const name = 'Data folder';
  const place = await nearest(folder);
  const refusal = await writeError(place);
  if (refusal !== null) {
    const detail = place === folder ? folder : `${folder}: ${place}`;
    const advice = 'Set DATA_DIR to a folder of your own.';
    return { level: 'fail', name, detail: `${detail} cannot be written (${refusal})`, advice };
  }
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const detail = `${folder}: ${(free / 2 ** 30).toFixed(1)} GiB free`;
  if (free >= diskBytesGood) return { level: 'ok', name, detail };
  return {
    level: free < diskBytesMin ? 'fail' : 'warn',
    name,
    detail,
    advice: 'Make room, or set DATA_DIR to a larger disk.',
  };
}

/**
 * Writes to find out, because permissions say too little: nothing of a read-only disk or of /proc, and root has them all. A full disk is
 * no error here.
 */
async function writeError(folder: string): Promise<string | null> {
  try {
    await rmdir(await mkdtemp(join(folder, '.civitas-doctor-')));
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
    return code === 'ENOSPC' || code === 'EDQUOT' ? null : code;
  }
}

async function nearest(folder: string): Promise<string> {
  for (let place = folder; ; place = dirname(place)) {
    const there = await access(place).then(
      () => true,
      () => false,
    );
    if (there || place === dirname(place)) return place;
  }
}
