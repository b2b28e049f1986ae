/** What is there at once wherever nothing has to be waited for: a promise costs more than most of what it would be waited for. */
export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value: now, where it is there. */
export const after = <T, Result>(value: Awaitable<T>, next: (value: T) => Awaitable<Result>): Awaitable<Result> =>
  value instanceof Promise ? value.then(next) : next(value);
