/** What a run or a service call hears: what came of it in the sandbox, what its place took for it, and the end of that place. */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import type { AccountId, ContentHash } from '../../engine/ids.ts';
import type { CallInput } from '../code/code.ts';
import type { Present, With } from '../facts.ts';
import { ownerOf, representativeOf } from '../place/endpoint.ts';
import { around, houseOf, placeActor, residentActor } from '../place/names.ts';
import { payeeOf } from '../resident/payees.ts';

/** What a sandbox found out, as the city keeps it; texts are bounded by the sandbox. */
export interface SandboxResult {
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
}

interface Means {
  /** Who gets the price back. */
  readonly payee: AccountId;
  /** What the caller has now, in millicredits. */
  readonly balance: number;
  /** Who speaks for the place whose code it is. */
  readonly representative: string | null;
  /** Whose it is: of a container who deployed it. */
  readonly owner: string | null;
  /** Whose the pod is: of a container the one that it is in. */
  readonly podOwner: string | null;
}

export type CallEvent =
  | ({ readonly type: 'sandbox.done'; readonly result: SandboxResult } & With<Means>)
  | ({ readonly type: 'sandbox.failed' | 'sandbox.lost' | 'place.ended' } & With<Means>)
  | ({ readonly type: 'charged'; readonly amount: number } & With<Means>);

export type CallBirth = CallInput & { readonly facts: Present };

/** Who deployed a container; of anything else nobody. */
function agentOf(image: Image | undefined): string | null {
  const agent = image?.context['agent'];
  return typeof agent === 'string' ? agent : null;
}

const means = (facts: Facts, self: Image): Readonly<Record<string, unknown>> => {
  const caller = String(self.context['caller']);
  const place = String(self.context['place']);
  // A container is its pod's business.
  const keeper = facts.image(placeActor(houseOf(place) === undefined ? (around(place) ?? place) : place));
  return {
    payee: payeeOf(facts, caller),
    balance: facts.balance(residentActor(caller)),
    representative: representativeOf(keeper),
    owner: agentOf(facts.image(placeActor(place))) ?? ownerOf(keeper),
    podOwner: ownerOf(keeper),
  };
};

export const callEvents: Readonly<Record<CallEvent['type'], EventRule>> = {
  'sandbox.done': { command: false, facts: means },
  'sandbox.failed': { command: false, facts: means },
  'sandbox.lost': { command: false, facts: means },
  'place.ended': { command: false, facts: means },
  charged: { command: false, facts: means },
};
