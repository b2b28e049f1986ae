/** What a run leaves could not be written: the fault is of the disk, not of the run, which can go on once that is mended. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable';
}

/** Of the system: full, no more for this user, read-only, broken, or too large a file. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EFBIG'];

/** Undefined of what has another cause. */
export function unwritableOf(cause: unknown): Unwritable | undefined {
  if (cause instanceof Unwritable) return cause;
  if (!(cause instanceof Error && 'code' in cause && codes.includes(cause.code))) return undefined;
  return new Unwritable(`it cannot be written: ${cause.message}`, { cause });
}
