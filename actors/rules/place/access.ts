/** Who may enter: the same four kinds of access for a connection and for the pod behind it. */

export const accessTypes = ['public', 'gated', 'private', 'members'] as const;

export interface Access {
  readonly type: (typeof accessTypes)[number];
  /** Residents let in by `private` and `members`; at most `allowedMax`. */
  readonly allowed: readonly string[];
}

/** Bound of `allowed` (A1). */
export const allowedMax = 256;

export const openToAll: Access = { type: 'public', allowed: [] };

/** Removes duplicates from the list. */
export const eachOnce = ({ type, allowed }: Access): Access => ({ type, allowed: [...new Set(allowed)] });

/** Public admits everyone, gated everyone who pays, private and members those who are named (MV4). */
export function admits({ type, allowed }: Access, resident: string): boolean {
  return type === 'public' || type === 'gated' || allowed.includes(resident);
}
