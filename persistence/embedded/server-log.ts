/** The log of the server: one file and the one before it, about `logBytesMax` each. */
import { constants } from 'node:fs';
import { copyFile, rm, stat, truncate } from 'node:fs/promises';

const logBytesMax = 8 * 1024 * 1024;

/** Copies a log that is too long to `.1` and empties it: Postgres appends, so the file may be cut behind its back. */
export async function boundLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size <= logBytesMax) return;
  await rm(`${logFile}.1`, { force: true });
  await copyFile(logFile, `${logFile}.1`, constants.COPYFILE_EXCL);
  await truncate(logFile);
}
