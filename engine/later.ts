/** A value that is made after those who need it: they are given this in its place, and it is set once. */
import { assert, InvariantBroken } from './assert.ts';

export class Later<T extends object> {
  readonly #what: string;
  readonly #errorOf: (why: string) => Error;
  #value: T | undefined;

  /** `errorOf`: the error that is thrown where the value is needed before it is set; unset, that is a defect. */
  constructor(what: string, errorOf: (why: string) => Error = (why) => new InvariantBroken(why)) {
    this.#what = what;
    this.#errorOf = errorOf;
  }

  /** Sets the value, once. */
  set(value: T): T {
    assert(this.#value === undefined, `${this.#what} is opened once`);
    this.#value = value;
    return value;
  }

  /** The value; throws before it is set. */
  get value(): T {
    if (this.#value === undefined) throw this.#errorOf(`${this.#what} is not open yet`);
    return this.#value;
  }

  /** The value, or `undefined` before it is set. */
  get ifThere(): T | undefined {
    return this.#value;
  }
}
