/** What a nested container begins with, keeps and hears. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';
import type { EndsOf } from '../../effects.ts';
import type { Code, Served } from '../../rules/code/messages.ts';
import type { Enter } from '../../rules/place/messages.ts';

export type ContainerInput = {
  /** `<pod>/<name>`. */
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  /** Who may deploy it. */
  readonly agent: string;
  readonly cpuMillis: number;
  readonly memoryMib: number;
};

/** Who may deploy a container, under which name, and how much it may use. */
export type AllowContainer = Pick<ContainerInput, 'agent' | 'name' | 'cpuMillis' | 'memoryMib'>;

export type ContainerContext = ContainerInput &
  Code & {
    /** What it costs its pod each tick, in millicredits: as it was when that began. */
    readonly upkeep: number;
    readonly description: ContentHash | null;
    /** The workshop that its code is of; absent before it runs, and of those that began before this was noted. */
    readonly source?: string;
  };

/** Besides what residents ask of it (`place/command-messages.ts`). */
export type ContainerInbox = EndsOf<'sandbox.remove'> & {
  readonly allow: ContainerInput;
  readonly start: {
    readonly by: string;
    readonly source: string | null;
    readonly code: ContentHash | null;
    readonly entry: string | null;
    readonly description: ContentHash | null;
  };
  readonly remove: { readonly by: string };
  readonly 'parent.ended': object;
  /** Its pod has another owner, and nobody has deployed it. */
  readonly 'leave.ended': object;
  readonly enter: Enter;
  readonly served: Served;
};
