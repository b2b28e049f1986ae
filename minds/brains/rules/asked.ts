/** Of whom two have asked each other in one conversation: of a third each asks the other once, and back only who was asked. */
const isOfThird = /^(asks\.(person|dead)|backOn)$/;

export class Asked {
  readonly #own = new Set<string>();
  readonly #heard = new Set<string>();

  /** Whether the question is still to be asked. */
  mayAsk(group: string, who: string): boolean {
    if (who === '' || !isOfThird.test(group)) return true;
    return !this.#own.has(who) && (group === 'backOn' || !this.#heard.has(who));
  }

  asks(group: string, who: string): void {
    if (isOfThird.test(group)) this.#own.add(who);
  }

  /** Another talk begins. */
  clear(): void {
    this.#own.clear();
    this.#heard.clear();
  }

  /** It was asked of them. */
  hear(who: string): void {
    this.#heard.add(who);
  }
}
