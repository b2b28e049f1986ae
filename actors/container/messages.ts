/** What a nested container hears: from its pod, from those who come, and from the sandbox. */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import type { ContentHash } from '../../engine/ids.ts';
import type { Served } from '../code/code.ts';
import type { With } from '../facts.ts';
import { occupantsOf, ownerOf, representativeOf } from '../place/endpoint.ts';
import { podActor } from '../place/names.ts';

export interface ContainerInput {
  /** `<pod>/<name>`. */
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  /** Who may deploy it. */
  readonly agent: string;
  readonly cpuMillis: number;
  readonly memoryMib: number;
}

/** Whose its pod is, and who speaks for that. */
interface Keeper {
  readonly owner: string | null;
  readonly representative: string | null;
}

export type ContainerEvent =
  | ({ readonly type: 'allow' } & ContainerInput & With<{ readonly occupants: readonly string[] }>)
  | ({
      readonly type: 'start';
      readonly by: string;
      readonly code: ContentHash;
      readonly entry: string | null;
      readonly description: ContentHash | null;
    } & With<Keeper>)
  | ({ readonly type: 'remove'; readonly by: string } & With<Keeper>)
  | ({ readonly type: 'parent.ended' } & With<Keeper>)
  | ({
      readonly type: 'enter';
      readonly traveller: string;
      readonly exit: string;
      readonly visible: boolean;
      readonly known: boolean;
    } & With)
  | ({ readonly type: 'call_service'; readonly by: string; readonly input: string } & With<{ readonly call: string }>)
  | (Served & With)
  | ({
      readonly type: 'open_workshop' | 'request_connection' | 'sandbox.remove.done' | 'sandbox.remove.failed';
    } & With);

const keeper = (facts: Facts, self: Image): Keeper => {
  const pod = facts.image(podActor(String(self.context['pod'])));
  return { owner: ownerOf(pod), representative: representativeOf(pod) };
};

export const containerEvents: Readonly<Record<ContainerEvent['type'], EventRule>> = {
  allow: { command: false, facts: (facts, self) => ({ occupants: occupantsOf(facts, self) }) },
  start: { command: false, facts: keeper },
  remove: { command: false, facts: keeper },
  enter: { command: false },
  call_service: { command: true, facts: (facts: Facts) => ({ call: facts.mint('call') }) },
  served: { command: false },
  open_workshop: { command: true },
  request_connection: { command: true },
  'parent.ended': { command: false, facts: keeper },
  'sandbox.remove.done': { command: false },
  'sandbox.remove.failed': { command: false },
};
