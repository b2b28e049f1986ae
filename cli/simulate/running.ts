/**
 * A run in a thread of its own, from where it is started: its folder is opened, it is watched, and its folder put into its place. A thread,
 * since a policy that never ends can be ended there, and since several runs at once take several processors.
 */
import { Worker } from 'node:worker_threads';
import type { Summary } from '../../research/runs/run.ts';
import { RunFolder } from '../../research/runs/run-folder.ts';
import { newAsking, Watcher } from './asking.ts';
import { begin, type Program, runManifest } from './manifest.ts';
import { isLivedByMinds, type RunOrder, type Said, type ThreadData } from './order.ts';

/** A policy that has not answered at so many looks in a row, each so many milliseconds after the one before, never will. */
export interface Patience {
  readonly everyMs: number;
  readonly looksMax: number;
}

/** Who has a run started. */
export interface Session extends Program {
  /** Hears, line by line, how far it is. */
  readonly say: (line: string) => void;
  /** Interrupts it. */
  readonly signal?: AbortSignal;
  readonly patience?: Patience;
}

interface Place {
  readonly out: string;
  /** Whether a run that was interrupted there is gone on with. */
  readonly resumes: boolean;
}

type OnTick = (tick: number, acts: number) => void;

const usualPatience: Patience = { everyMs: 500, looksMax: 20 };

/** A run was interrupted. It can be gone on with, unless minds live in it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Runs it. Throws an error of one sentence for a run that fails, of which nothing is left, and `Interrupted`. */
export async function runOrdered(
  order: RunOrder,
  { out, resumes }: Place,
  session: Session,
  onTick: OnTick,
): Promise<Summary> {
  const folder = await RunFolder.open(out, { resumes });
  try {
    await begin(folder, runManifest(order, session), out);
  } catch (cause) {
    await folder.leave();
    throw cause;
  }
  try {
    const summary = await inThread({ order, folder: folder.partial }, out, session, onTick);
    await folder.complete();
    return summary;
  } catch (cause) {
    await (cause instanceof Interrupted && !isLivedByMinds(order) ? folder.leave() : folder.discard());
    throw cause;
  }
}

function inThread(
  data: Omit<ThreadData, 'asking'>,
  out: string,
  { signal, patience }: Session,
  onTick: OnTick,
): Promise<Summary> {
  const asking = newAsking();
  // It gets no flags of this process: a loader would take its time, and what runs is built.
  const worker = new Worker(new URL('../civitas.js', import.meta.url), {
    argv: ['run-simulation'],
    execArgv: [],
    workerData: { ...data, asking } satisfies ThreadData,
  });
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (settle: () => void) => {
      // Its exit follows whatever else ended it.
      if (isOver) return;
      isOver = true;
      clearInterval(watch);
      signal?.removeEventListener('abort', interrupt);
      void worker.terminate().then(settle);
    };
    const fail = (why: string) => end(() => reject(new Error(why)));
    const interrupt = () => worker.postMessage('end');
    const watch = watchOver(new Watcher(asking), fail, patience);
    if (signal?.aborted) interrupt();
    signal?.addEventListener('abort', interrupt);
    worker.on('message', (said: Said) => {
      if (said.type === 'tick') onTick(said.tick, said.acts);
      else if (said.type === 'ended') end(() => resolve(said.summary));
      else if (said.type === 'failed') fail(said.why);
      else end(() => reject(new Interrupted(`Interrupted at tick ${said.tick}: ${whatIsLeft(data.order, out)}.`)));
    });
    worker.once('error', (cause) => fail(`The run broke off: ${cause.message}.`));
    worker.once('exit', (code) => fail(`The run ended by itself, with ${code}.`));
  });
}

const whatIsLeft = (order: RunOrder, out: string): string =>
  isLivedByMinds(order)
    ? 'nothing is left, since a run with minds cannot be gone on with'
    : `--resume goes on from there (${out})`;

function watchOver(watcher: Watcher, fail: (why: string) => void, patience = usualPatience): NodeJS.Timeout {
  const { everyMs, looksMax } = patience;
  return setInterval(() => {
    const asked = watcher.look();
    if (asked === undefined || asked.looks <= looksMax) return;
    const { name, tick } = asked;
    fail(`${name} failed at tick ${tick}: it has not answered for ${(everyMs * looksMax) / 1000} s.`);
  }, everyMs);
}
