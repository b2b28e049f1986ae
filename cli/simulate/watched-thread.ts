/**
 * A thread that asks policies, from where it is started. A thread, since a policy that never ends can be ended there, and since several
 * at once take several processors.
 */
import { Worker } from 'node:worker_threads';
import { newAsking, Watcher } from './asking.ts';

/** A policy that has not answered at so many looks in a row, each so many milliseconds after the one before, never will. */
export interface Patience {
  readonly everyMs: number;
  readonly looksMax: number;
}

const usualPatience: Patience = { everyMs: 500, looksMax: 20 };

/** What it is given beside its own data: the memory by which it is watched. */
export interface WatchedData {
  readonly asking: SharedArrayBuffer;
}

export interface ThreadOptions<Said, Result> {
  /** The hidden command of `civitas` that it runs. */
  readonly command: string;
  readonly data: object;
  /** Hears what it says; what it has come to, undefined while it goes on. Throws what it failed with. */
  readonly hear: (said: Said) => Result | undefined;
  /** Has it told to end. */
  readonly signal?: AbortSignal | undefined;
  readonly patience?: Patience | undefined;
}

/** What it comes to. Throws what `hear` throws, and an error of one sentence when it breaks off or does not answer. */
export function inWatchedThread<Said, Result>({
  command,
  data,
  hear,
  signal,
  patience = usualPatience,
}: ThreadOptions<Said, Result>): Promise<Result> {
  const asking = newAsking();
  // It gets no flags of this process: a loader would take its time, and what runs is built.
  const worker = new Worker(new URL('../civitas.js', import.meta.url), {
    argv: [command],
    execArgv: [],
    workerData: { ...data, asking },
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
    const watcher = new Watcher(asking);
    const watch = watchOver(watcher, fail, patience);
    if (signal?.aborted) interrupt();
    signal?.addEventListener('abort', interrupt);
    worker.on('message', (said: Said) => {
      try {
        const result = hear(said);
        if (result !== undefined) end(() => resolve(result));
      } catch (cause) {
        end(() => reject(cause));
      }
    });
    worker.once('error', (cause) => fail(`The run broke off: ${cause.message}.`));
    worker.once('exit', (code) => {
      const asked = watcher.look();
      fail(
        asked === undefined
          ? `The run ended by itself, with ${code}.`
          : `${asked.name} failed at tick ${asked.tick}: it ended the run, with ${code}.`,
      );
    });
  });
}

function watchOver(watcher: Watcher, fail: (why: string) => void, { everyMs, looksMax }: Patience): NodeJS.Timeout {
  return setInterval(() => {
    const asked = watcher.look();
    if (asked === undefined || asked.looks <= looksMax) return;
    const { name, tick } = asked;
    fail(`${name} failed at tick ${tick}: it has not answered for ${(everyMs * looksMax) / 1000} s.`);
  }, everyMs);
}
