/** The policy of a resident did not say what to do: the run cannot go on. */
export class PolicyFailed extends Error {
  override readonly name = 'PolicyFailed';

  constructor(resident: string, tick: number, why: string) {
    super(`The policy of ${resident} failed at tick ${tick}: ${why}.`);
  }
}
