/** What a pod knows of itself, and the words in which its chart's rules are written. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { AccountId } from '../../../engine/ids.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import type { DataOf, EventType, Happened } from '../../events.ts';
import type { Present } from '../../facts.ts';
import type { PlaceImage } from '../../rules/place/endpoint.ts';
import { at, podActor, residentActor } from '../../rules/place/names.ts';
import type { Allowance } from '../../rules/workshops/tiers.ts';
import { setting, sizeOf } from '../../rules/workshops/tiers.ts';
import type { PodEvent } from './facts.ts';
import type { PodContext, PodInput } from './messages.ts';

/** What a newborn begins with. */
export type Birth = PodInput & { readonly facts: Present };

/** What a guard or an action sees of an event of this type. */
export type On<Type extends PodEvent['type']> = SceneOf<PodContext, PodEvent, Type>;

export const { on, effect, change, refuse, birth } = wordsFor<PodContext, PodEvent, Birth>();

export const pool = (context: PodContext): AccountId => podActor(context.id);

/** Who works on its code (CD1). */
export const worksHere = ({ owner, representative, collaborators }: PodContext, resident: string): boolean =>
  resident === representative || resident === owner || collaborators.includes(resident);

/** The same, as a list. */
export const workers = ({ owner, representative, collaborators }: PodContext): readonly string[] =>
  [...new Set([owner, representative, ...collaborators])].filter((one) => one !== null);

export function allowanceOf({ tier }: PodContext): Allowance {
  const { cpuMillis, memoryMib, stores } = sizeOf(tier);
  return { cpuMillis, memoryMib, stores };
}

/** Millicredits that others pay to enter a deployed pod (TO1); `gated`: by a gated connection. */
export const gateToll = ({ access, pricing }: PodContext, gated: boolean, settings: Settings): number =>
  gated || access.type === 'gated' ? (pricing.perEntry ?? setting(settings, 'TOLL_DEFAULT')) : 0;

/** Millicredits that a call of the place's service costs: nothing in an orphan, which earns nothing, or in a container. */
export const callPrice = ({ state, context }: PlaceImage): number =>
  state === 'deployed' && 'pricing' in context ? context.pricing.perQuery : 0;

/** Something that happened to this pod. */
export const news = <Type extends EventType>(
  { id }: PodContext,
  type: Type,
  data: DataOf<Type>,
  by: string | null = null,
): Happened<Type> => ({ type, location: id, actor: by, subject: id, data });

/** Who owns it or speaks for it, and who acted. */
export const concerned = ({ owner, representative }: PodContext, by: string | null = null) =>
  [...new Set([owner, representative, by])].filter((one) => one !== null).map(residentActor);

/** Everyone if it is seen; those inside, and, wherever they are, who owns it, speaks for it and acted. */
export const everyone = (context: PodContext, isSeen: boolean, by: string | null = null) => ({
  topics: [at(context.id)],
  actors: concerned(context, by),
  public: isSeen,
});
