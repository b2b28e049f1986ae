/** Idempotency keys: a change happens once, however often its button is pressed because no answer came. */

const keyBytes = 16;

/** Random; also where the page came over http, where browsers offer no UUIDs. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The keys of one form: the same key for the same request, until it is done. */
export class Keys {
  #of: string | undefined;
  #key = newKey();

  of(request: object): string {
    const of = JSON.stringify(request);
    if (this.#of !== undefined && this.#of !== of) this.#key = newKey();
    this.#of = of;
    return this.#key;
  }

  /** It has happened: the next request is a new one, even if it looks the same. */
  done(): void {
    this.#of = undefined;
    this.#key = newKey();
  }
}
