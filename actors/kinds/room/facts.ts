/** What a room must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../engine/actor-kind.ts';
import type { Heard } from '../../facts.ts';
import { indexes } from '../../indexes.ts';
import type { EventRules } from '../../kind-declaration.ts';
import type { ImageOf, InboxOf } from '../../registry.ts';
import { filesMax, filesMaxWithStorage } from '../../rules/code/code-rules.ts';
import { occupantsOf } from '../../rules/place/endpoint.ts';
import { type DeployFacts, deployFacts } from '../../rules/workshops/deploy-rules.ts';
import { freePodId } from '../../rules/workshops/opening.ts';

interface Found {
  readonly reopen: { readonly occupants: readonly string[] };
  readonly enter: { readonly present: number };
  readonly write_code: { readonly filesMax: number };
  readonly run_code: { readonly call: string };
  readonly deploy: DeployFacts & {
    /** The identifier of the pod that it becomes. */
    readonly pod: string;
    /** Who stands in it. */
    readonly occupants: readonly string[];
  };
}

export type RoomEvent = Heard<InboxOf<'room'>, Found>;

/** A storage room lets the workshops of its house hold more files. */
function filesAllowed(facts: Facts, { context }: ImageOf<'room'>): Found['write_code'] {
  const hasStorage = facts.count(indexes.rooms, `${context.house} storage`) > 0;
  return { filesMax: hasStorage ? filesMaxWithStorage : filesMax };
}

export const roomEvents: EventRules<'room', Found> = {
  reopen: { command: false, facts: (facts, self) => ({ occupants: occupantsOf(facts, self) }) },
  remove_room: { command: true },
  invite: { command: true },
  revoke: { command: true },
  enter: { command: false, facts: (facts, { context }) => ({ present: facts.count(indexes.present, context.id) }) },
  write_code: { command: true, facts: filesAllowed },
  run_code: { command: true, facts: (facts) => ({ call: facts.mint('call') }) },
  served: { command: false },
  deploy: {
    command: true,
    facts: (facts, self, event) => ({
      ...deployFacts(facts, self, event),
      pod: freePodId(facts, event.name ?? self.context.name),
      occupants: occupantsOf(facts, self),
    }),
  },
  open_workshop: { command: true },
  request_connection: { command: true },
  'house.ended': { command: false },
  leaves: { command: false },
  'sandbox.remove.done': { command: false },
  'sandbox.remove.failed': { command: false },
};
