/**
 * Timers of the code. They keep what is to be run and when; the thread asks for the next delay, sleeps, and has the timer run: sleeping
 * takes no processor time, and the thread keeps its deadline.
 */

/** Timers at the same time. */
const timersMax = 10_000;
/** @param {() => number} now Milliseconds since 1970. */
export function makeTimers(now) {
  /** @type {Map<number, { due: number, every: number | undefined, run: () => void }>} */
  const timers = new Map();
  let lastId = 0;

  const add = (run, ms, isRepeated, values) => {
    if (typeof run !== 'function') throw new TypeError('a timer takes a function');
    if (timers.size >= timersMax) throw new RangeError(`at most ${timersMax} timers`);
    // As in browsers and Node: a value that is no delay counts as the shortest.
    const delay = ms >= 1 && ms < 2 ** 31 ? ms : 1;
    lastId += 1;
    timers.set(lastId, { due: now() + delay, every: isRepeated ? delay : undefined, run: () => run(...values) });
    return lastId;
  };

  /** The timer that is due first; of several, the oldest. */
  const next = () => {
    let first;
    for (const [id, timer] of timers) if (first === undefined || timer.due < first.timer.due) first = { id, timer };
    return first;
  };

  return {
    setTimeout: (run, ms, ...values) => add(run, ms, false, values),
    setInterval: (run, ms, ...values) => add(run, ms, true, values),
    clearTimeout: (id) => void timers.delete(id),
    /** Milliseconds; `undefined` when there is no timer. */
    timerDelay: () => {
      const first = next();
      return first === undefined ? undefined : first.timer.due - now();
    },
    /** Runs the timer that is due first, if it is due by now. */
    fireTimer: () => {
      const first = next();
      if (first === undefined || first.timer.due > now()) return;
      if (first.timer.every === undefined) timers.delete(first.id);
      else first.timer.due = now() + first.timer.every;
      first.timer.run();
    },
  };
}
