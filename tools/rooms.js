/**
 * The rooms of the tree, once: what is built and what is checked. Plain JavaScript, because `build.js` runs before anything
 * is built.
 */

/** Rooms of which a running city consists. */
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
    'sandbox',
  ],
  'services',
];

/** All rooms with code of ours. */
export const rooms = [...runningRooms, 'bench', 'test', 'tools', 'web'];
