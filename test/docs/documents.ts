/** Which documents have commands that a test runs, in the order in which a newcomer reads them. */

/** Of who looks at the city, lives in it or has a mind live in it. */
export const lived: readonly string[] = ['README.md', 'docs/RESIDENTS.md', 'docs/VISITORS.md', 'docs/MINDS.md'];

/** Of who builds on it, runs it or studies it. */
export const worked: readonly string[] = [
  'docs/FRAMEWORKS.md',
  'docs/STATIONS.md',
  'docs/OPERATING.md',
  'docs/SETTINGS.md',
  'docs/RESEARCH.md',
  // Last: it changes the checkout.
  'docs/GLOBAL-SERVICES.md',
];

/** Which have some that none runs: they are what the others are checked by. */
export const unrun: readonly string[] = ['CONTRIBUTING.md'];
