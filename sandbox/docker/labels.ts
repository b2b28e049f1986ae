import { assert } from '../../engine/assert.ts';

/** Labels of Docker by which the city knows what is its own. */
export const labels = {
  /** Of a container: the city, so that two of them may share a Docker. */
  city: 'civitas.city',
  /** Of a container: whose code it runs. */
  place: 'civitas.place',
  /** Of a container: the city whose core container, or sidecar of one, it is. Not `city`: these outlive the city's process. */
  coreCity: 'civitas.core.city',
  /** Of a container: the soul of the resident that lives in it. */
  soul: 'civitas.core.soul',
  /** Of a container: `core` or `sidecar`. */
  part: 'civitas.core.part',
  /** Of a core container: what was asked for, by hash. */
  wanted: 'civitas.core.wanted',
  /** Of an image: how it was made. */
  image: 'civitas.image',
} as const;

/** For a filter of Docker: what has the label with this value. */
export function having(label: (typeof labels)[keyof typeof labels], value: string): string {
  assert(value !== '', `[X3] whoever asks for ${label} says of whom: what is found may be removed`);
  return `${label}=${value}`;
}

/** What was found is the city's own, whatever became of the filter: an engine that reads filters otherwise would have us remove what is not ours. */
export function assertOurs(
  label: (typeof labels)[keyof typeof labels],
  value: string,
  found: Readonly<Record<string, string>>,
): void {
  assert(found[label] === value, `[X3] a container without ${label}=${value} was found by it`);
}
