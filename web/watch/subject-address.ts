/** The resident or place that the address of a page names. */

export interface Watched {
  readonly kind: 'place' | 'resident';
  readonly id: string;
}

/** Undefined for a path that names neither. */
export function subjectAt(path: string): Watched | undefined {
  const [, kind, encoded] = /^\/watch\/(place|resident)\/([^/]+)\/?$/.exec(path) ?? [];
  if ((kind !== 'place' && kind !== 'resident') || encoded === undefined) return undefined;
  try {
    return { kind, id: decodeURIComponent(encoded) };
  } catch {
    return undefined;
  }
}
