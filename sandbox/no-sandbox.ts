/** No sandbox (`SANDBOX=off`): the city runs, and residents' code does not. */

import { lost } from './failed-outcomes.ts';
import type { About, Outcome, Sandbox } from './interface.ts';

export class OffSandbox implements Sandbox {
  about(): Promise<About> {
    return Promise.resolve({ sandbox: 'off', entries: [], cannot: ['It runs no code.'] });
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  execute(): Promise<Outcome> {
    return Promise.resolve(lost('the sandbox is switched off'));
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }

  reconcile(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
