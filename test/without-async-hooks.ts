/**
 * Loaded before each test file (`.taprc`). Tap follows every promise by `async_hooks`, to tell to which test an error belongs that nobody
 * caught: half of the time of a city in memory. Without that, a rejection that nobody handles fails the file, and an exception
 * ends it, with the names of the tests that were under way or had not begun.
 */
import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';

const unhooked: hooks.AsyncHook = {
  enable: () => unhooked,
  disable: () => unhooked,
};

hooks.createHook = () => unhooked;
syncBuiltinESMExports();
