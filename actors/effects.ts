/**
 * Every outside effect that charts ask for, declared once: its request, its result, and whether it may be repeated
 * after a restart. Charts ask with `perform` and hear `EndsOf` it; performers are held to the same
 * declaration (`sandbox/performers.ts`). To add one: a line here, and a performer in `host/engine.ts`.
 *
 * Requests lie in images until they are answered, and results in the journal (S2): the types here are their format.
 */
// biome-ignore lint/style/noRestrictedImports: here it gets its declared types
import { type Effect, perform as performAny } from '../engine/effect.ts';
import type { ContentHash } from '../engine/ids.ts';
import type { Performer } from '../engine/ports.ts';
import type { Runtime } from './kinds/framework/messages.ts';
import type { CityRefusals } from './refusals.ts';
import type { CauseOfDeath } from './rules/people/causes-of-death.ts';
import type { Allowance } from './rules/workshops/tiers.ts';

/** Code to run, and for whom. */
export type SandboxRequest = {
  readonly task: 'run' | 'call';
  /** The place to which the code belongs. */
  readonly place: string;
  readonly caller: string;
  /** The manifest of its files. */
  readonly code: ContentHash;
  /** The file that a run begins with. */
  readonly entry: string;
  readonly allowance: Allowance;
  /** JSON text; null for a run. */
  readonly input: string | null;
};

/** How the run of the code ended. The sandbox bounds all texts. */
export type SandboxResult = {
  readonly outcome: 'finished' | 'timed_out' | 'out_of_memory' | 'failed' | 'lost';
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly durationMs: number;
  /** What `handle` returned, as JSON text. */
  readonly output: string | null;
  readonly reason: string | null;
  /** The new store, when the code changed it. */
  readonly store: ContentHash | null;
};

/** A call of a global service. Its input stays in memory, where `reference` finds it: nothing of it is journaled. */
export type ServiceRequest = {
  readonly service: string;
  readonly operation: string;
  readonly reference: string;
};

/** Codes out of the declaration of refusals. */
type Declarable<Code extends keyof CityRefusals> = Code;

/** The code of the refusal that a call ended with. */
export type ServiceFailure = Declarable<
  | 'not_found'
  | 'already_exists'
  | 'mailbox_exists'
  | 'archiving'
  | 'idempotency_mismatch'
  | 'invalid_request'
  | 'rate_limited'
  | 'service_failed'
  | 'inference_failed'
  | 'timeout'
  | 'busy'
  | 'internal_error'
>;

/** How the call ended. Its output stays in memory, too. */
export type ServiceResult =
  /** Millicredits, at most what is held, before the discount of a study. */
  | { readonly type: 'served'; readonly cost: number }
  /** Nothing is taken. */
  | { readonly type: 'failed'; readonly code: ServiceFailure }
  /** Its input is not in memory any more: nobody waits for it. Nothing is taken. */
  | { readonly type: 'forgotten' };

/** What the library of souls receives of a resident who has died. Nothing that only the living may know. */
export type ArchiveRequest = {
  readonly resident: string;
  readonly name: string;
  readonly framework: string;
  readonly generation: number;
  readonly mentor: string | null;
  /** Mentees that have not left the city. Those that left before are in the library already. */
  readonly mentees: readonly string[];
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  readonly diedAt: number;
  readonly diedTick: number;
  readonly cause: CauseOfDeath;
  /** Its composition; the text by hash. */
  readonly composition: { readonly title: string; readonly content: ContentHash } | null;
};

/** A core container: the container in which a resident lives. Its name is the public id of the resident's soul. */
export type CoreNamed = { readonly soul: string };

/** A core container, made ready and not started. */
export type CoreRequest = CoreNamed & {
  readonly name: string;
  /** The soul's fields beside the name, by hash. */
  readonly text: ContentHash;
  readonly runtime: Runtime;
};

interface Declared<After extends Performer['after'], Request, Result> {
  readonly after: After;
  readonly request: Request;
  readonly result: Result;
}

/** The effect is done, and has no result. */
type Nothing = Readonly<Record<string, never>>;

interface Effects {
  /** Moves what is remembered of the dead into the library of souls. */
  readonly archive: Declared<'repeat', ArchiveRequest, Nothing>;
  /**
   * Makes the container ready in which a newborn will live. Result: the hash of the token that lies in it (J7); null, and no container,
   * where the soul is longer than a program can receive. Repeated, it finds that container. Requests for one container are performed in the
   * order in which they were made.
   */
  readonly 'core.prepare': Declared<'repeat', CoreRequest, { readonly token: ContentHash | null }>;
  /** Starts a container that was made ready or has ended; does nothing when it runs. Fails when there is none. */
  readonly 'core.start': Declared<'repeat', CoreNamed, Nothing>;
  /** Removes the container, and what is left of one that could not be made ready. Does nothing when there is none. */
  readonly 'core.remove': Declared<'repeat', CoreNamed, Nothing>;
  /** Calls a global service, at most once. */
  readonly service: Declared<'lost', ServiceRequest, ServiceResult>;
  /** Runs code, at most once. */
  readonly sandbox: Declared<'lost', SandboxRequest, SandboxResult>;
  /** Prepares the sandbox for code of the place, as far as possible ahead of a run. */
  readonly 'sandbox.prepare': Declared<'repeat', { readonly place: string; readonly allowance: Allowance }, Nothing>;
  /** Removes what the sandbox holds of the place. */
  readonly 'sandbox.remove': Declared<'repeat', { readonly place: string }, Nothing>;
}

type EffectName = keyof Effects;

/** Asks the outside world for something after the commit. The actor hears its end as a message of `EndsOf` that effect (S2). */
export const perform = <Name extends EffectName>(effect: Name, request: Effects[Name]['request']): Effect =>
  performAny(effect, request);

/**
 * The messages by which these effects end: a part of the inbox of a kind that asks for them. Only effects that are not repeated can be
 * lost.
 */
export type EndsOf<Names extends EffectName> = {
  readonly [Name in Names as `${Name}.done`]: { readonly result: Effects[Name]['result'] };
} & {
  readonly [Name in Names as `${Name}.failed`]: object;
} & {
  readonly [Name in Names as Effects[Name]['after'] extends 'lost' ? `${Name}.lost` : never]: object;
};

/** Who performs each effect. */
export type EffectPerformers = {
  readonly [Name in EffectName]: Performer<Effects[Name]['request'], Effects[Name]['result']> & {
    readonly after: Effects[Name]['after'];
  };
};
