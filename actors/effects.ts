/**
 * Every outside effect that charts ask for, declared once: what is asked, what comes of it, and whether it may be done
 * again after a restart. Charts ask with `perform` and hear `EndsOf` it; whoever performs them is held to the same
 * declaration (`sandbox/performers.ts`). To add one: a line here, and a performer in `host/start.ts`.
 *
 * Requests lie in images until they are answered, and results in the journal (S2): what stands here is their format.
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
  /** Whose code it is. */
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

/** What came of the code; texts are bounded by the sandbox. */
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

/** A call of a global service. What is asked stays in memory, where `reference` finds it: nothing of it is journaled. */
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

/** What came of the call; what it answered stays in memory, too. */
export type ServiceResult =
  /** Millicredits, at most what is held, before the discount of a study. */
  | { readonly type: 'served'; readonly cost: number }
  /** Nothing is taken. */
  | { readonly type: 'failed'; readonly code: ServiceFailure }
  /** Its input is not in memory any more: nobody waits for it. Nothing is taken. */
  | { readonly type: 'forgotten' };

/** What the library of souls is told of who has died. Nothing that only the living may know. */
export type ArchiveRequest = {
  readonly resident: string;
  readonly name: string;
  readonly framework: string;
  readonly generation: number;
  readonly mentor: string | null;
  /** Those that have not left the city: who had left before is in the library already. */
  readonly mentees: readonly string[];
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  readonly diedAt: number;
  readonly diedTick: number;
  readonly cause: CauseOfDeath;
  /** What it composed, its text by hash. */
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

/** It is done, and there is nothing to say about it. */
type Nothing = Readonly<Record<string, never>>;

interface Effects {
  /** Moves what is remembered of the dead into the library of souls. */
  readonly archive: Declared<'repeat', ArchiveRequest, Nothing>;
  /**
   * Makes the container ready in which a newborn will live; tells the hash of the token that lies in it (J7). Null, and no container, where
   * the soul is longer than a program can be told. Repeated, it finds that container. What is asked of one container is performed in the
   * order in which it was asked.
   */
  readonly 'core.prepare': Declared<'repeat', CoreRequest, { readonly token: ContentHash | null }>;
  /** Starts what was made ready, or has ended; nothing when it runs. Fails when it is not there. */
  readonly 'core.start': Declared<'repeat', CoreNamed, Nothing>;
  /** Removes the container, and what is left of one that could not be made ready; nothing when there is none. */
  readonly 'core.remove': Declared<'repeat', CoreNamed, Nothing>;
  /** Calls a global service, at most once. */
  readonly service: Declared<'lost', ServiceRequest, ServiceResult>;
  /** Runs code, at most once. */
  readonly sandbox: Declared<'lost', SandboxRequest, SandboxResult>;
  /** Makes ready for code of the place, as far as that can be done ahead. */
  readonly 'sandbox.prepare': Declared<'repeat', { readonly place: string; readonly allowance: Allowance }, Nothing>;
  /** Removes what the sandbox holds of the place. */
  readonly 'sandbox.remove': Declared<'repeat', { readonly place: string }, Nothing>;
}

type EffectName = keyof Effects;

/** Asks the outside world for something after the commit; its end is heard as a message of `EndsOf` that effect (S2). */
export const perform = <Name extends EffectName>(effect: Name, request: Effects[Name]['request']): Effect =>
  performAny(effect, request);

/** What is heard of these effects in the end: a part of the inbox of a kind that asks for them. Only what is not repeated is lost. */
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
