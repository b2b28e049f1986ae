/** Which documents have commands that a test runs, in the order in which a newcomer reads them. */
export const documents: readonly string[] = [
  'README.md',
  'docs/RESIDENTS.md',
  'docs/VISITORS.md',
  'docs/MINDS.md',
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
