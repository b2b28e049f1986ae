/** What a visitor begins with, and typed helpers for its guards and actions. */
import { type SceneOf, wordsFor } from '../../chart.ts';
import type { Present } from '../../facts.ts';
import type { VisitorEvent } from './facts.ts';
import type { VisitorContext, VisitorInput } from './messages.ts';

/** What a visitor begins with. */
export type Birth = VisitorInput & { readonly facts: Present };

/** What a guard or an action receives of an event of this type. */
export type On<Type extends VisitorEvent['type']> = SceneOf<VisitorContext, VisitorEvent, Type>;

export const { on, effect, refuse, refuses } = wordsFor<VisitorContext, VisitorEvent, Birth>();
