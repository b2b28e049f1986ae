/** Every thread that was started in this process, for tests that count those that are left. */
import { subscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';

const threads = new Set<Worker>();
subscribe('worker_threads', (message) => threads.add((message as { worker: Worker }).worker));

/** Those that have not ended. A thread that has ended has no id. */
export const left = () =>
  [...threads].filter(({ threadId }) => threadId !== -1).map(({ threadId }) => `thread ${threadId}`);
