/**
 * The sandbox as the city asks for it: effects become jobs, outcomes become results (S2, X2). Owns the order of jobs: of
 * one place one at a time, so that each finds the store as the one before it left it. Texts come by their hash and are
 * kept at hand; a store just written is among them before it is durable.
 */
import { LRUCache } from 'lru-cache';
import { must } from '../engine/assert.ts';
import { type ContentHash, contentHash } from '../engine/ids.ts';
import type { Performed, Performer } from '../engine/ports.ts';
import { JobSlots } from './job-slots.ts';
import type { Job, Outcome, Printed, Resources, Sandbox } from './port.ts';

export interface PerformersOptions {
  readonly sandbox: Sandbox;
  /** Texts by hash; missing ones are absent. */
  readonly contents: (hashes: readonly ContentHash[]) => Promise<ReadonlyMap<ContentHash, string>>;
  /** The store of the place as of the last turn, by hash; null when it never kept anything. */
  readonly storeOf: (place: string) => ContentHash | null;
  /** Jobs of all places that run at once; others wait. */
  readonly jobsMax: number;
}

/** What a chart asks for with `perform('sandbox', ...)`. */
type Asked = {
  readonly task: 'run' | 'call';
  readonly place: string;
  readonly caller: string;
  readonly code: ContentHash;
  readonly entry: string;
  readonly allowance: { readonly cpuMillis: number; readonly memoryMib: number; readonly stores: number };
  readonly input: string | null;
};

const keysPerStore = 256;
const bytesPerStore = 65_536;
const textCharsMax = 64 * 1024 * 1024;
/** Arrays and objects within one another in what a service gives back. */
const depthMax = 32;

export function sandboxPerformers(options: PerformersOptions): ReadonlyMap<string, Performer> {
  const desk = new Desk(options);
  const { sandbox } = options;
  const nothing: Performed = { result: {} };
  return new Map<string, Performer>([
    ['sandbox', { after: 'lost', perform: (_id, input) => desk.execute(input as Asked) }],
    [
      'sandbox.prepare',
      {
        after: 'repeat',
        perform: async (_id, input) => {
          const { place, allowance } = input as Pick<Asked, 'place' | 'allowance'>;
          await sandbox.prepare(place, resourcesOf(allowance));
          return nothing;
        },
      },
    ],
    [
      'sandbox.remove',
      {
        after: 'repeat',
        perform: async (_id, input) => {
          await sandbox.remove(String(input['place']));
          return nothing;
        },
      },
    ],
  ]);
}

function resourcesOf({ cpuMillis, memoryMib, stores }: Asked['allowance']): Resources {
  return {
    cpuMillis,
    memoryBytes: memoryMib * 1024 * 1024,
    storeBytesMax: stores * bytesPerStore,
    storeKeysMax: stores * keysPerStore,
  };
}

class Desk {
  readonly #options: PerformersOptions;
  readonly #slots: JobSlots;
  readonly #texts = new LRUCache<ContentHash, string>({
    maxSize: textCharsMax,
    sizeCalculation: (text) => text.length + 64,
  });
  readonly #files = new LRUCache<ContentHash, ReadonlyMap<string, string>>({
    maxSize: textCharsMax,
    sizeCalculation: (files) => [...files].reduce((sum, [name, text]) => sum + name.length + text.length, 64),
  });

  constructor(options: PerformersOptions) {
    this.#options = options;
    this.#slots = new JobSlots(options.jobsMax);
  }

  async execute(asked: Asked): Promise<Performed> {
    const slot = await this.#slots.take(asked.place, asked.caller);
    if (slot === 'too long') return performed(lost('this place has too much to do'));
    try {
      const { sandbox, storeOf } = this.#options;
      const store = storeOf(asked.place);
      const outcome = await sandbox.execute({
        ...jobOf(asked),
        files: await this.#filesOf(asked.code),
        store: store === null ? '{}' : await this.#text(store),
      });
      const written = outcome.type === 'finished' ? outcome.ended.store : null;
      if (written !== null) this.#texts.set(contentHash(written), written);
      return performed(outcome);
    } finally {
      slot.release();
    }
  }

  async #filesOf(code: ContentHash): Promise<ReadonlyMap<string, string>> {
    const known = this.#files.get(code);
    if (known !== undefined) return known;
    const manifest = JSON.parse(await this.#text(code)) as Readonly<Record<string, { readonly hash: ContentHash }>>;
    const named = Object.entries(manifest);
    const texts = await this.#options.contents(named.map(([, { hash }]) => hash));
    const files = new Map(named.map(([name, { hash }]) => [name, must(texts.get(hash), name)]));
    this.#files.set(code, files);
    return files;
  }

  async #text(hash: ContentHash): Promise<string> {
    const known = this.#texts.get(hash);
    if (known !== undefined) return known;
    const text = must((await this.#options.contents([hash])).get(hash), hash);
    this.#texts.set(hash, text);
    return text;
  }
}

function jobOf({ task, place, caller, code, entry, allowance, input }: Asked): Omit<Job, 'files' | 'store'> {
  return {
    place,
    resources: resourcesOf(allowance),
    version: code,
    task: task === 'run' ? { type: 'run', entry } : { type: 'call', input: input ?? 'null', caller },
  };
}

const lost = (reason: string): Outcome => ({ type: 'lost', reason });
const nothingPrinted: Printed = { stdout: '', stderr: '', truncated: false, durationMs: 0 };

/** The result as the city keeps it. */
function performed(given: Outcome): Performed {
  const outcome = bounded(given);
  const printed = outcome.type === 'lost' ? nothingPrinted : outcome;
  const ended = outcome.type === 'finished' ? outcome.ended : undefined;
  const store = ended?.store ?? null;
  const { stdout, stderr, truncated, durationMs } = printed;
  return {
    result: {
      outcome: outcome.type,
      exitCode: ended?.exitCode ?? 1,
      stdout,
      stderr,
      truncated,
      durationMs: Math.round(durationMs * 1000) / 1000,
      output: ended?.output ?? null,
      reason: 'reason' in outcome ? outcome.reason : null,
      store: store === null ? null : contentHash(store),
    },
    contents: store === null ? [] : [store],
  };
}

/** What nests too deeply would overflow the stack of whoever reads it. */
function bounded(outcome: Outcome): Outcome {
  const output = outcome.type === 'finished' ? outcome.ended.output : null;
  if (outcome.type !== 'finished' || output === null || depthOf(output) <= depthMax) return outcome;
  const { ended: _, ...printed } = outcome;
  return { ...printed, type: 'failed', reason: `what handle returned nests deeper than ${depthMax}` };
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
