/** Labels of Docker by which the city knows what is its own. */
export const labels = {
  /** Of a container: the city, so that two of them may share a Docker. */
  city: 'civitas.city',
  /** Of a container: whose code it runs. */
  place: 'civitas.place',
  /** Of an image: how it was made. */
  image: 'civitas.image',
} as const;
