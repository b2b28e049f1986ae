/** Actions of a chart that do nothing but refuse. A mark on the action itself tells them from others, whatever their names (T5). */

const marked = new WeakSet<object>();

/** Marks an action as one that refuses, and otherwise does nothing. */
export function refusing<Action extends object>(action: Action): Action {
  marked.add(action);
  return action;
}

/** True for an action of a chart's implementations that has the mark. */
export const isRefusing = (action: unknown): boolean => typeof action === 'function' && marked.has(action);
