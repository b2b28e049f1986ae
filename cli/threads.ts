/** Hidden commands of the command line: what its own threads run, each of which is started with one of them. */
import type { Command } from 'commander';

export function addThreads(program: Command): void {
  /** The thread of a run, which `simulate` starts. */
  program.command('run-simulation', { hidden: true }).action(async () => {
    const { runInThread } = await import('./simulate/thread.ts');
    await runInThread();
  });

  /** The thread of the policies of a fork, which `fork` starts. */
  program.command('run-fork', { hidden: true }).action(async () => {
    const { runForkInThread } = await import('./fork/thread.ts');
    await runForkInThread();
  });

  /** The thread that draws pictures, which a city starts (`host/drawn-pictures/picture-thread.ts`). */
  program.command('draw-pictures', { hidden: true }).action(async () => {
    const { drawInThread } = await import('../host/drawn-pictures/drawing-thread.ts');
    drawInThread();
  });
}
