/**
 * What residents have given to global services and must find there again: notes in their own memory, letters in mailboxes. Texts are
 * unique, so each is found once or not at all.
 */

/** Whether a text must be there: its request was acknowledged, or nobody knows. */
type Fate = 'kept' | 'unknown';

export class KeptNotes {
  readonly #texts = new Map<string, Map<string, Fate>>();
  #count = 0;

  /** A text that nobody else writes: one word, so that a search finds it and nothing else. */
  newText(run: string): string {
    this.#count += 1;
    return `note${run}x${this.#count}`;
  }

  /** What was put into `place` under this text is there from now on, or perhaps is. */
  note(place: string, text: string, fate: Fate): void {
    const texts = this.#texts.get(place) ?? new Map<string, Fate>();
    texts.set(text, fate);
    this.#texts.set(place, texts);
  }

  count(place: string): number {
    return this.#texts.get(place)?.size ?? 0;
  }

  /** Acknowledged texts of the place, the newest last. */
  kept(place: string): readonly string[] {
    return [...(this.#texts.get(place) ?? [])].filter(([, fate]) => fate === 'kept').map(([text]) => text);
  }

  /** False for a text that nobody has put there. */
  isKnown(place: string, text: string): boolean {
    return this.#texts.get(place)?.has(text) === true;
  }
}
