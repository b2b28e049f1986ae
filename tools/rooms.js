/**
 * The rooms of the tree, once: what is built and what is checked. Plain JavaScript, because `build.js` runs before anything
 * is built.
 */

/** Rooms that a running city consists of. */
export const runningRooms = [
  ...[
    'actors',
    'cli',
    'client',
    'config',
    'drawing',
    'engine',
    'gateways',
    'host',
    'land',
    'minds',
    'persistence',
    'population',
    'research',
    'sandbox',
  ],
  'services',
];

/** Rooms whose code is run by who uses the city. */
export const productionRooms = [...runningRooms, 'clients', 'web'];

/** All rooms that have our code. */
export const rooms = [...productionRooms, 'bench', 'test', 'tools'];
