import { assert } from '../../engine/assert.ts';

/** Labels of Docker by which the city recognises what is its own. */
export const labels = {
  /** On a container: the city, so that two cities may share a Docker. */
  city: 'civitas.city',
  /** On a container: the place whose code it runs. */
  place: 'civitas.place',
  /** On a container: the city whose core container, or sidecar of one, it is. Not `city`: these outlive the city's process. */
  coreCity: 'civitas.core.city',
  /** On a container: the soul of the resident that lives in it. */
  soul: 'civitas.core.soul',
  /** On a container: `core` or `sidecar`. */
  part: 'civitas.core.part',
  /** On a core container: a hash of what was asked for. */
  wanted: 'civitas.core.wanted',
  /** On an image: a hash of how it was made. */
  image: 'civitas.image',
} as const;

/** A filter of Docker for what has the label with this value. */
export function having(label: (typeof labels)[keyof typeof labels], value: string): string {
  assert(value !== '', `[X3] whoever asks for ${label} says of whom: what is found may be removed`);
  return `${label}=${value}`;
}

/**
 * Asserts that what was found is the city's own, whatever the engine made of the filter: else the city would remove what is somebody
 * else's.
 */
export function assertOurs(
  label: (typeof labels)[keyof typeof labels],
  value: string,
  found: Readonly<Record<string, string>>,
): void {
  assert(found[label] === value, `[X3] a container without ${label}=${value} was found by it`);
}
