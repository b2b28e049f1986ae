/** What a nested container must know to decide (T6). */
import type { Facts, Image } from '../../../engine/actor-kind.ts';
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type InboxOf, imageOf } from '../../registry.ts';
import { occupantsOf, ownerOf, representativeOf } from '../../rules/place/endpoint.ts';
import { podActor } from '../../rules/place/names.ts';
import type { ContainerContext } from './messages.ts';

/** The owner and the representative of its pod. */
interface Keeper {
  readonly owner: string | null;
  readonly representative: string | null;
}

interface Found {
  readonly allow: { readonly occupants: readonly string[] };
  readonly start: Keeper;
  readonly remove: Keeper;
  readonly 'parent.ended': Keeper;
  readonly call_service: { readonly call: string };
}

export type ContainerEvent = Heard<InboxOf<'container'>, Found>;

function keeper(facts: Facts, { context }: Image<ContainerContext>): Keeper {
  const pod = imageOf(facts, podActor(context.pod));
  return { owner: ownerOf(pod), representative: representativeOf(pod) };
}

export const containerEvents: EventRules<'container', Found> = {
  allow: { command: false, facts: (facts, self) => ({ occupants: occupantsOf(facts, self) }) },
  start: { command: false, facts: keeper },
  remove: { command: false, facts: keeper },
  enter: { command: false },
  call_service: { command: true, facts: (facts) => ({ call: facts.mint('call') }) },
  served: { command: false },
  open_workshop: { command: true },
  request_connection: { command: true },
  'parent.ended': { command: false, facts: keeper },
  'leave.ended': { command: false },
  'sandbox.remove.done': { command: false },
  'sandbox.remove.failed': { command: false },
};
