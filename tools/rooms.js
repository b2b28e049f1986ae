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
    'engine',
    'gateways',
    'host',
    'minds',
    'persistence',
    'population',
    'research',
    'sandbox',
  ],
  'services',
];

/** All rooms that have our code. */
export const rooms = [...runningRooms, 'bench', 'test', 'tools', 'web'];
