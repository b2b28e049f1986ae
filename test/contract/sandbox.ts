/**
 * The contract of every sandbox, whatever runs the code; sandbox/interface.ts states it (X1 to X3). Only a job that is to run into its
 * deadline has a short one, and nothing hangs on how fast the machine is: a job that would never end keeps its test from ending.
 */
import type { Test } from 'tap';
import type { Sandbox } from '../../sandbox/interface.ts';
import { bounds } from './sandbox/bounds.ts';
import { calls } from './sandbox/calling.ts';
import { files } from './sandbox/files.ts';
import { lives } from './sandbox/lives.ts';
import { python } from './sandbox/python.ts';
import { runs } from './sandbox/running.ts';
import { stores } from './sandbox/storing.ts';

export interface SandboxMaker {
  readonly name: string;
  /** A fresh sandbox. */
  open(): Promise<Sandbox>;
  /** It runs Python too. */
  readonly python?: boolean;
  /** What there still is of sandboxes that were opened: names of containers, threads. Asked after `close`. */
  left?(): Promise<readonly string[]>;
}

/** Holds `maker` to every promise. */
export function sandboxContract(t: Test, maker: SandboxMaker): void {
  const promises = { ...runs, ...calls, ...stores, ...files, ...bounds, ...lives, ...(maker.python ? python : {}) };
  for (const [title, test] of Object.entries(promises))
    t.test(`${maker.name}: ${title}`, { timeout: 300_000 }, async (t) => {
      const sandbox = await maker.open();
      try {
        await test(t, sandbox);
      } finally {
        await sandbox.close();
      }
      t.strictSame((await maker.left?.()) ?? [], [], '[X3] nothing is left');
    });
}
