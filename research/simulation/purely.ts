/**
 * Asks what has to be pure: meanwhile whoever asks a clock, a timer, chance, or where the machine is (its language, its time zone) gets an
 * `Impure` thrown at it. Held to it are mistakes, not malice: what Node's own modules offer can be imported, and is not covered.
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
const ofPlace = 'compare texts by < and >, write numbers by String(), and reckon with dates in UTC';

const refusing = (asked: string, instead: string) => (): never => {
  throw new Impure(asked, instead);
};

/** A date that is given is no question: only what asks for now is refused. */
const DateOfNothing = new Proxy(Date, {
  apply: refusing('Date()', ofClock),
  construct(target, given: readonly unknown[], as) {
    if (given.length === 0) throw new Impure('new Date()', ofClock);
    if (given.length > 1) throw new Impure('new Date(year, month, ...)', ofPlace);
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
  forbidding(
    process,
    'hrtime',
    Object.assign(refusing('process.hrtime()', ofClock), { bigint: refusing('process.hrtime.bigint()', ofClock) }),
  ),
  forbidding(process, 'uptime', refusing('process.uptime()', ofClock)),
  ...['randomUUID', 'getRandomValues'].map((name) => forbidding(crypto, name, refusing(`crypto.${name}()`, ofChance))),
  ...['setTimeout', 'setInterval', 'setImmediate', 'fetch'].map((name) =>
    forbidding(globalThis, name, refusing(`${name}()`, ofTimers)),
  ),
];

/** What answers by the language or the time zone of the machine. */
const local: ReadonlyMap<object, readonly string[]> = new Map<object, readonly string[]>([
  [String.prototype, ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase']],
  [Number.prototype, ['toLocaleString']],
  [BigInt.prototype, ['toLocaleString']],
  [Array.prototype, ['toLocaleString']],
  [
    Date.prototype,
    [
      ...['getDate', 'getDay', 'getFullYear', 'getHours', 'getMinutes', 'getMonth', 'getTimezoneOffset', 'setDate'],
      ...['setFullYear', 'setHours', 'setMinutes', 'setMonth', 'toString', 'toDateString', 'toTimeString'],
      ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'],
    ],
  ],
]);

let isAsking = false;

/**
 * Made once, in the first thread that asks: a prototype that changed with each question would slow down all that uses it. It stays as it
 * was for whoever is not asked.
 */
function guardLocal(): void {
  for (const [owner, names] of local) for (const name of names) guard(owner, name, `${name}()`);
  const guarded = new Proxy(Intl, {
    get: (target, name) => {
      if (isAsking) throw new Impure(`Intl.${String(name)}`, ofPlace);
      return Reflect.get(target, name);
    },
  });
  Object.defineProperty(globalThis, 'Intl', { value: guarded, configurable: true, writable: true });
}

function guard(owner: object, name: string, asked: string): void {
  const before: unknown = Reflect.get(owner, name);
  if (typeof before !== 'function') return;
  const value = function (this: unknown, ...given: readonly unknown[]): unknown {
    if (isAsking) throw new Impure(asked, ofPlace);
    return Reflect.apply(before, this, given);
  };
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

let isGuarded = false;

/** The answer. Throws what `ask` throws. */
export function purely<Answer>(ask: () => Answer): Answer {
  const allow = forbid();
  try {
    return ask();
  } finally {
    allow();
  }
}

/**
 * Clocks, timers, chance, and what the machine's language and time zone decide are forbidden until the result is called. Not to be nested.
 */
export function forbid(): () => void {
  if (!isGuarded) guardLocal();
  isGuarded = true;
  isAsking = true;
  for (const { owner, name, value } of forbidden)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    isAsking = false;
    for (const { owner, name, before } of forbidden)
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
  };
}
