/**
 * Loaded before each test file (`.taprc`): turns `async_hooks` off. By these tap follows every promise, to know to which test an uncaught
 * error belongs; that takes half of the time of a city in memory. Without them an unhandled rejection fails the file, and an uncaught
 * exception ends it, with the names of the tests that were under way or had not begun.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const unhooked: hooks.AsyncHook = {
  enable: () => unhooked,
  disable: () => unhooked,
};

hooks.createHook = () => unhooked;
syncBuiltinESMExports();
