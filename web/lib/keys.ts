/** Keys under which a change happens once, however often its button is pressed because no answer came. */

const keyBytes = 16;

/** Random; also where the page came by http, where browsers give out no UUIDs. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One form's: the same key for the same request, until it is done. */
export class Keys {
  #of: string | undefined;
  #key = newKey();

  of(request: object): string {
    const of = JSON.stringify(request);
    if (this.#of !== undefined && this.#of !== of) this.#key = newKey();
    this.#of = of;
    return this.#key;
  }

  /** It has happened: the next is another, also when it looks the same. */
  done(): void {
    this.#of = undefined;
    this.#key = newKey();
  }
}
