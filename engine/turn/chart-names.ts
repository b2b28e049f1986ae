/** What guards, actions and transitions of a chart are called, wherever they are told of. */

/** What a name of a transition is made of: the path of its state. */
interface Named {
  readonly path: readonly string[];
}

/** `alive.active: move[1]` for the second of those that the state has for the event; `(root)` for the root, `always` without an event. */
export const transitionName = ({ path }: Named, event: string | null, n: number): string =>
  `${path.join('.') || '(root)'}: ${event ?? 'always'}[${n}]`;

/** A guard or an action by its name: `refuse {"code":"invalid_state"}`, `not(isOwner)`. */
export function partName(part: unknown): string {
  if (typeof part === 'string') return part;
  if (typeof part === 'function') return combinedName(part);
  if (typeof part !== 'object' || part === null || !('type' in part)) return String(part);
  const params = 'params' in part && part.params !== undefined ? ` ${JSON.stringify(part.params)}` : '';
  return `${part.type}${params}`;
}

/** XState's `not`, `and` and `or` are functions that hold what they combine; an action in place has its name alone. */
function combinedName(part: object & { readonly name: string }): string {
  const parts: unknown = 'guards' in part ? part.guards : undefined;
  if (!Array.isArray(parts)) return part.name || 'in place';
  return `${part.name}(${parts.map(partName).join(', ')})`;
}
