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
