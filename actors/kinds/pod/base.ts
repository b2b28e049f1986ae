/** What a pod knows of itself, and typed helpers for its guards and actions. */
import type { AccountId } from '../../../engine/ids.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import type { DataOf, EventType } from '../../event-types.ts';
import type { Happened } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { at, podActor, residentActor } from '../../rules/place/names.ts';
import { type Allowance, sizeOf } from '../../rules/workshops/tiers.ts';
import type { PodEvent } from './facts.ts';
import type { PodContext, PodInput } from './messages.ts';

/** What a new pod begins with. */
export type Birth = PodInput & { readonly facts: Present };

/** What a guard or an action receives of an event of this type. */
export type On<Type extends PodEvent['type']> = SceneOf<PodContext, PodEvent, Type>;

export const { on, effect, change, refuse, refuses, birth } = wordsFor<PodContext, PodEvent, Birth>();

export const pool = (context: PodContext): AccountId => podActor(context.id);

export function allowanceOf({ tier }: PodContext): Allowance {
  const { cpuMillis, memoryMib, stores } = sizeOf(tier);
  return { cpuMillis, memoryMib, stores };
}

/** Something that happened to this pod. */
export const happening = <Type extends EventType>(
  { id }: PodContext,
  type: Type,
  data: DataOf<Type>,
  by: string | null = null,
): Happened<Type> => ({ type, location: id, actor: by, subject: id, data });

/** The owner and the representative, and who acted. */
export const concerned = ({ owner, representative }: PodContext, by: string | null = null) =>
  [...new Set([owner, representative, by])].filter((one) => one !== null).map(residentActor);

/** Everyone at its place if the pod is seen; those inside; and, wherever they are, the owner, the representative and who acted. */
export const everyone = (context: PodContext, isSeen: boolean, by: string | null = null) => ({
  topics: [at(context.id)],
  actors: concerned(context, by),
  public: isSeen,
});
