/** A quota of sockets: bounded in all, and for each name that they are counted by. */
export class SocketQuota {
  readonly #max: number;
  readonly #perNameMax: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(max: number, perNameMax: number) {
    this.#max = max;
    this.#perNameMax = perNameMax;
  }

  hasRoom(name: string): boolean {
    return this.#all < this.#max && (this.#taken.get(name) ?? 0) < this.#perNameMax;
  }

  take(name: string): void {
    this.#all += 1;
    this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
  }

  release(name: string): void {
    this.#all -= 1;
    const left = (this.#taken.get(name) ?? 0) - 1;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }
}
