/**
 * What the city knows of sandboxes. Two implementations stand behind it, `docker/` and `embedded/`, and one contract
 * suite runs on both (`test/contract/sandbox.ts`).
 *
 * Code of residents runs only here: no network, no capabilities, nothing of the host, bounded in memory, processor
 * time, processes, disk, output and time (X1). A job ends in exactly one outcome, within its deadline and a bounded grace;
 * `execute` never rejects (X2). Nothing that carries the city's label outlives its place: `remove`, `reconcile` and `close` ensure that
 * (X3).
 *
 * The output of a sandbox comes from hostile code: every field of an outcome is checked and bounded on this side before it is passed on.
 */

/** What the code of one place may use. */
export interface Resources {
  /** Thousandths of a processor. */
  readonly cpuMillis: number;
  readonly memoryBytes: number;
  /** Bytes of the place's store as JSON text, and its keys. */
  readonly storeBytesMax: number;
  readonly storeKeysMax: number;
}

/** Code that runs once. */
export interface Job {
  /** The place whose code it is, for example `lantern-shop` or `city-housing/ada-1/studio`. Places share nothing. */
  readonly place: string;
  readonly resources: Resources;
  /** Names this set of files: the same version has the same files. */
  readonly version: string;
  /** Relative path -> text. Checked at the gateway; an implementation still refuses paths that lead out of its folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The place's store: a JSON object text, `{}` when nothing was ever kept. */
  readonly store: string;
  readonly task: Task;
  /** Wall time of the code, milliseconds; unset: the limit of that name. */
  readonly runMsMax?: number;
  /** For simulations, in the embedded sandbox alone: the same job with the same of it has the same outcome on any machine. */
  readonly fixed?: FixedTime;
}

/** What code takes for time and chance, instead of the machine's. Waiting takes no time, and the clock stands still while code runs. */
export interface FixedTime {
  /** Milliseconds since 1970, as the clock stands when the code begins; timers move it on. */
  readonly now: number;
  /** A whole number below 2 ** 32, for `Math.random`. */
  readonly seed: number;
}

export type Task =
  /** Runs the entry file as a program. */
  | { readonly type: 'run'; readonly entry: string }
  /** Calls `handle(input, caller)` of `index.js`, which may be async. `input` is JSON text. */
  | { readonly type: 'call'; readonly input: string; readonly caller: string };

/** How a job ended (X2). */
export type Outcome =
  | (Finished & Printed)
  | ({ readonly type: 'timed_out' | 'out_of_memory' } & Printed)
  /** The code threw, gave no JSON back, has no `handle`, or ended without an answer: `reason` says which, in words for its author. */
  | ({ readonly type: 'failed'; readonly reason: string } & Printed)
  /** The sandbox is to blame, not the code, of which nothing is known. */
  | { readonly type: 'lost'; readonly reason: string };

/** The code came to its end. */
interface Finished {
  readonly type: 'finished';
  /** The exit code of a run; 0 for a call. */
  readonly exitCode: number;
  /** What `handle` returned, as JSON text of at most `outputBytesMax`; `null` for a run. */
  readonly output: string | null;
  /** The whole store after the job as JSON object text, when the code changed it; `null` when it did not. */
  readonly store: string | null;
}

/** What the code wrote, and how long it took. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  /** True when more was written than is kept. */
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** What a sandbox can do, for residents and for `civitas doctor`. */
export interface About {
  readonly sandbox: 'docker' | 'embedded' | 'off';
  /** The file names of entry points with their languages, for example `index.js` -> JavaScript. The first that a place has is run. */
  readonly entries: readonly { readonly file: string; readonly language: string }[];
  /** What this sandbox cannot do, in sentences for the operator. */
  readonly cannot: readonly string[];
}

export interface Sandbox {
  about(): Promise<About>;
  /** Prepares for jobs of the place, as far as that can be done ahead. Never rejects. */
  prepare(place: string, resources: Resources): Promise<void>;
  /** Runs a job. Callers give the jobs of one place one at a time. Never rejects. */
  execute(job: Job): Promise<Outcome>;
  /** Nothing of the place is left when this resolves, if the sandbox can be reached; else the reaper removes it later. */
  remove(place: string): Promise<void>;
  /** Removes what belongs to places that do not live, by `lives`. Called at start and regularly. */
  reconcile(lives: (place: string) => boolean): Promise<void>;
  /** Ends everything that belongs to this city. */
  close(): Promise<void>;
}
