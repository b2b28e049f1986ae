/**
 * Asks what has to be pure: meanwhile whoever asks a clock, a timer or chance gets an `Impure` thrown at it. Held to it are mistakes, not
 * malice: what Node's own modules offer can be imported, and is not covered.
 */

/** What was asked, and what to ask instead. */
export class Impure extends Error {
  override readonly name = 'Impure';

  constructor(asked: string, instead: string) {
    super(`it asked ${asked}, which makes every run another one; ${instead}`);
  }
}

const ofClock = 'its clock is the tick that it perceives';
const ofChance = 'its chance is the dice that it is given';
const ofTimers = 'nothing in a simulation waits';

const refusing = (asked: string, instead: string) => (): never => {
  throw new Impure(asked, instead);
};

/** A date that is given is no question: only what asks for now is refused. */
const DateOfNothing = new Proxy(Date, {
  apply: refusing('Date()', ofClock),
  construct(target, given: readonly unknown[], as) {
    if (given.length === 0) throw new Impure('new Date()', ofClock);
    return Reflect.construct(target, given, as);
  },
  get: (target, name) => (name === 'now' ? refusing('Date.now()', ofClock) : Reflect.get(target, name)),
});

/** What stands meanwhile under a name of an object, and what stood there before. */
interface Forbidden {
  readonly owner: object;
  readonly name: string;
  readonly before: PropertyDescriptor | undefined;
  readonly value: unknown;
}

const forbidding = (owner: object, name: string, value: unknown): Forbidden => ({
  owner,
  name,
  before: Object.getOwnPropertyDescriptor(owner, name),
  value,
});

const forbidden: readonly Forbidden[] = [
  forbidding(globalThis, 'Date', DateOfNothing),
  forbidding(Math, 'random', refusing('Math.random()', ofChance)),
  forbidding(performance, 'now', refusing('performance.now()', ofClock)),
  forbidding(process, 'hrtime', refusing('process.hrtime()', ofClock)),
  forbidding(process, 'uptime', refusing('process.uptime()', ofClock)),
  ...['randomUUID', 'getRandomValues'].map((name) => forbidding(crypto, name, refusing(`crypto.${name}()`, ofChance))),
  ...['setTimeout', 'setInterval', 'setImmediate', 'fetch'].map((name) =>
    forbidding(globalThis, name, refusing(`${name}()`, ofTimers)),
  ),
];

/** The answer. Throws what `ask` throws. */
export function purely<Answer>(ask: () => Answer): Answer {
  const allow = forbid();
  try {
    return ask();
  } finally {
    allow();
  }
}

/** Clocks, timers and chance are forbidden until the result is called. Not to be nested. */
export function forbid(): () => void {
  for (const { owner, name, value } of forbidden)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    for (const { owner, name, before } of forbidden)
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
  };
}
