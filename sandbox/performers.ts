/**
 * The seam between the charts and the sandbox: what a chart asks for becomes a job, an outcome becomes a result (S2, X2).
 * Owns the order of jobs: jobs of one place run one at a time, so that each finds the store as the one before it left it.
 */
import type { CoreRequest, EffectPerformers, SandboxRequest, SandboxResult } from '../actors/effects.ts';
import { assert, must } from '../engine/assert.ts';
import type { ContentHash } from '../engine/ids.ts';
import type { Performed } from '../engine/ports.ts';
import { Contents, type FetchTexts } from './contents.ts';
import type { Cores, WantedCore } from './core-containers.ts';
import { failed, lost, nothingPrinted } from './failed-outcomes.ts';
import type { FixedTime, Job, Outcome, Resources, Sandbox } from './interface.ts';
import { JobSlots } from './job-slots.ts';
import { limits } from './limits.ts';

export interface PerformersOptions {
  readonly sandbox: Sandbox;
  readonly contents: FetchTexts;
  /** The store of the place after the last turn, by hash; null when the place never kept anything. */
  readonly storeOf: (place: string) => ContentHash | null;
  /** Jobs of all places at the same time; others wait. */
  readonly jobsMax: number;
  /** For simulations: the clock and chance of the job of this effect. Unset: those of the machine. */
  readonly fixedTimeOf?: (effect: string) => FixedTime;
}

const keysPerStore = 256;
const bytesPerStore = 65_536;
/** Nesting of arrays and objects in what a service returns. */
const depthMax = 32;
/**
 * Bytes of what a core container is told of its resident: Linux starts no program with an environment variable of 131,072 bytes, name and
 * end included.
 */
const aboutBytesMax = 131_000;

/**
 * Longer than a job's waits for its slot and its container and its own deadline; building or removing a container may have to wait for an
 * engine.
 */
const jobFailsAfterMs = 60_000;
const keepingFailsAfterMs = 300_000;

const done = { result: {} } as const;

type CorePerformers = Pick<EffectPerformers, 'core.prepare' | 'core.start' | 'core.remove'>;

const noCore = () => Promise.reject(new Error('no container of a resident can run here'));

/**
 * For a city without core containers: it never reports one as available, a soul that needs one goes back to the queue, and there is
 * nothing to remove. A resident that was born in a container while there were some lives on, and waits for it.
 */
export const noCores: CorePerformers = {
  'core.prepare': { after: 'repeat', failsAfterMs: keepingFailsAfterMs, perform: noCore },
  'core.start': { after: 'repeat', failsAfterMs: keepingFailsAfterMs, perform: noCore },
  'core.remove': { after: 'repeat', failsAfterMs: keepingFailsAfterMs, perform: async () => done },
};

/** Performs what charts ask of core containers. */
export function corePerformers(
  cores: Pick<Cores, 'prepare' | 'start' | 'remove'>,
  contents: FetchTexts,
): CorePerformers {
  /** `undefined` when no program could ever be started for this soul, which then goes back to its visitor (SO3). */
  const wantedOf = async ({ soul, name, text, runtime }: CoreRequest): Promise<WantedCore | undefined> => {
    if (runtime.type !== 'container') throw new Error(`${soul} needs no container`);
    const fields: unknown = JSON.parse(must((await contents([text])).get(text), text));
    const about = JSON.stringify({ ...Object(fields), name });
    if (Buffer.byteLength(about) > aboutBytesMax) return undefined;
    const { image, command, env } = runtime;
    return { soul, about, image, command, env };
  };
  return {
    'core.prepare': {
      after: 'repeat',
      failsAfterMs: keepingFailsAfterMs,
      perform: async (_id, request) => {
        const wanted = await wantedOf(request);
        return { result: { token: wanted === undefined ? null : await cores.prepare(wanted) } };
      },
    },
    'core.start': {
      after: 'repeat',
      failsAfterMs: keepingFailsAfterMs,
      perform: async (_id, { soul }) => {
        await cores.start(soul);
        return done;
      },
    },
    'core.remove': {
      after: 'repeat',
      failsAfterMs: keepingFailsAfterMs,
      perform: async (_id, { soul }) => {
        await cores.remove(soul);
        return done;
      },
    },
  };
}

/** Performs what charts ask of the sandbox (`actors/effects.ts`). */
export function sandboxPerformers({
  sandbox,
  contents,
  storeOf,
  jobsMax,
  fixedTimeOf,
}: PerformersOptions): Pick<EffectPerformers, 'sandbox' | 'sandbox.prepare' | 'sandbox.remove'> {
  const texts = new Contents(contents);
  const slots = new JobSlots(jobsMax);
  return {
    sandbox: {
      after: 'lost',
      failsAfterMs: jobFailsAfterMs,
      perform: async (id, request) => {
        const slot = await slots.take(request.place, request.caller);
        if (slot === 'too long') return performed(lost('this place has too much to do'), texts);
        try {
          const job = await jobOf(request, storeOf(request.place), texts);
          const fixed = fixedTimeOf?.(id);
          return performed(await sandbox.execute(fixed === undefined ? job : { ...job, fixed }), texts);
        } finally {
          slot.release();
        }
      },
    },
    'sandbox.prepare': {
      after: 'repeat',
      failsAfterMs: keepingFailsAfterMs,
      perform: async (_id, { place, allowance }) => {
        await sandbox.prepare(place, resourcesOf(allowance));
        return done;
      },
    },
    'sandbox.remove': {
      after: 'repeat',
      failsAfterMs: keepingFailsAfterMs,
      perform: async (_id, { place }) => {
        await sandbox.remove(place);
        return done;
      },
    },
  };
}

async function jobOf(request: SandboxRequest, store: ContentHash | null, texts: Contents): Promise<Job> {
  const { task, place, caller, code, entry, allowance, input } = request;
  return {
    place,
    resources: resourcesOf(allowance),
    version: code,
    files: await texts.files(code),
    store: store === null ? '{}' : await texts.text(store),
    task: task === 'run' ? { type: 'run', entry } : { type: 'call', input: input ?? 'null', caller },
  };
}

function resourcesOf({ cpuMillis, memoryMib, stores }: SandboxRequest['allowance']): Resources {
  return {
    cpuMillis,
    memoryBytes: memoryMib * 1024 * 1024,
    storeBytesMax: stores * bytesPerStore,
    storeKeysMax: stores * keysPerStore,
  };
}

/** The result of code that did not come to its end. */
const nothingReturned = { exitCode: 1, output: null, store: null } as const;

/** The result, and the text that it names by hash. */
function performed(given: Outcome, texts: Contents): Performed<SandboxResult> {
  const outcome = bounded(given);
  const { stdout, stderr, truncated, durationMs } = outcome.type === 'lost' ? nothingPrinted() : outcome;
  const { exitCode, output, store } = outcome.type === 'finished' ? outcome : nothingReturned;
  assert(Number.isFinite(durationMs) && durationMs >= 0, '[X2] how long a job took, as the journal can hold it');
  assert(Number.isInteger(exitCode) && exitCode >= 0 && exitCode <= 255, '[X2] the exit code of a job');
  assert((output?.length ?? 0) <= limits.outputBytesMax, '[X1] what handle returned was bounded by its sandbox');
  assert(Math.max(stdout.length, stderr.length) <= limits.streamBytesMax, '[X1] output was bounded by its sandbox');
  return {
    result: {
      outcome: outcome.type,
      exitCode,
      stdout,
      stderr,
      truncated,
      durationMs: Math.round(durationMs * 1000) / 1000,
      output,
      reason: 'reason' in outcome ? outcome.reason : null,
      store: store === null ? null : texts.keep(store),
    },
    contents: store === null ? [] : [store],
  };
}

/** Text that nests too deeply would overflow the stack of whoever reads it. */
function bounded(outcome: Outcome): Outcome {
  if (outcome.type !== 'finished' || outcome.output === null || depthOf(outcome.output) <= depthMax) return outcome;
  const { stdout, stderr, truncated, durationMs } = outcome;
  return failed(`what handle returned nests deeper than ${depthMax}`, { stdout, stderr, truncated, durationMs });
}

/** How deeply arrays and objects nest in a JSON text. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const char = json[i];
    if (char === '\\') i += 1;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '{' || char === '[')) deepest = Math.max(deepest, ++depth);
    else if (!quoted && (char === '}' || char === ']')) depth -= 1;
  }
  return deepest;
}
