/**
 * Loaded before the program of a run, in its process: gives it the `store`, and reports to the runner what became of the store at its
 * end.
 */
import { Console } from 'node:console';
// Loads a module that `process.stdout` needs. Not `process.stdout` itself: it would make the descriptor non-blocking for code that writes
// to it directly.
import 'node:net';
import { Writable } from 'node:stream';
import { readLineSync, saySync } from './channel.js';
import { makeStore } from './store.js';

// What nearly every program does is prepared while this process waits for its run.
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
new Console(nowhere).log('%s', {});

const { initial, bounds } = JSON.parse(readLineSync());
const { store, changedJson } = makeStore(initial, bounds);
Object.defineProperty(globalThis, 'store', { value: store, writable: true, configurable: true });

process.on('exit', () => saySync({ store: changedJson() }));
