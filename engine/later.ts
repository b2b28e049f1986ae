/** What is made after those who need it: they are given this in its place, and it is set once. */
import { assert, InvariantBroken } from './assert.ts';

export class Later<T extends object> {
  readonly #what: string;
  readonly #errorOf: (why: string) => Error;
  #value: T | undefined;

  /** `errorOf`: what is thrown where it is needed too early; unset, that is a defect. */
  constructor(what: string, errorOf: (why: string) => Error = (why) => new InvariantBroken(why)) {
    this.#what = what;
    this.#errorOf = errorOf;
  }

  /** From now on it is there. */
  set(value: T): T {
    assert(this.#value === undefined, `${this.#what} is opened once`);
    this.#value = value;
    return value;
  }

  /** For who cannot do without it. Throws before it is there. */
  get value(): T {
    if (this.#value === undefined) throw this.#errorOf(`${this.#what} is not open yet`);
    return this.#value;
  }

  /** For who does something else as long as it is not there. */
  get ifThere(): T | undefined {
    return this.#value;
  }
}
