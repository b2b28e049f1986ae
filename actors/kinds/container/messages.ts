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
  /** The resident who may deploy it. */
  readonly agent: string;
  readonly cpuMillis: number;
  readonly memoryMib: number;
};

/** Who may deploy a container, under which name, and how much it may use. */
export type AllowContainer = Pick<ContainerInput, 'agent' | 'name' | 'cpuMillis' | 'memoryMib'>;

export type ContainerContext = ContainerInput &
  Code & {
    /** What it costs its pod each tick, in millicredits: the price at the time it began. */
    readonly upkeep: number;
    readonly description: ContentHash | null;
    /** The workshop whose code it runs; absent before it runs, and in containers from before this was kept. */
    readonly source?: string;
  };

/** What a container hears besides the commands of residents (`rules/place/command-messages.ts`). */
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
  /** Its pod has another owner, so what nobody has deployed yet is no longer allowed. */
  readonly 'leave.ended': object;
  readonly enter: Enter;
  readonly served: Served;
};
