/** Loaded before the program of a run, in its process: gives it the `store`, and tells the runner what became of it when all is over. */
import { readLineSync, saySync } from './channel.js';
import { makeStore } from './store.js';

const { initial, bounds } = JSON.parse(readLineSync());
const { store, changedJson } = makeStore(initial, bounds);
Object.defineProperty(globalThis, 'store', { value: store, writable: true, configurable: true });

process.on('exit', () => saySync({ store: changedJson() }));
