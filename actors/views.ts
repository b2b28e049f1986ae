/**
 * Requests for views: by the name of a view, with its declared arguments, for the value that it shows. Each kind has its views in its
 * `view.ts`; `index.ts` lists them all.
 */
import { type ViewArgs, type ViewRequest, viewRequest } from '../engine/command.ts';
import type { views } from './index.ts';

/** Every view by its name. */
export type Views = typeof views;
export type ViewName = keyof Views;
type NoArgs = Readonly<Record<string, never>>;
type ArgsOf<Name extends ViewName> =
  Parameters<Views[Name]> extends readonly [unknown, infer Args extends ViewArgs] ? Args : NoArgs;
/** What the view shows. */
export type Shown<Name extends ViewName> = ReturnType<Views[Name]>;

/** A request for a view, to `city.view` or as the `reply` of a command. */
export const view = <Name extends ViewName>(name: Name, args: ArgsOf<Name>): ViewRequest<Shown<Name>> =>
  viewRequest(name, args);
