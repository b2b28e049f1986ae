/**
 * Texts that residents have given to global services and must find there again: notes in their memory, letters in mailboxes. Each text is
 * unique, so it is found once or not at all, and only where it was put.
 */
import type { Findings } from './findings.ts';

/** Whether a text must be there: its request was acknowledged, refused, or has no known outcome (yet). */
type Fate = 'kept' | 'refused' | 'unknown';

export class KeptNotes {
  readonly #texts = new Map<string, Map<string, Fate>>();
  #count = 0;

  /** A unique text for `place`: one word, so that a search finds it and nothing else. */
  begin(place: string, run: string): string {
    this.#count += 1;
    const text = `note${run}x${this.#count}`;
    this.note(place, text, 'unknown');
    return text;
  }

  /** The outcome of putting the text into `place`. */
  note(place: string, text: string, fate: Fate): void {
    const texts = this.#texts.get(place) ?? new Map<string, Fate>();
    texts.set(text, fate);
    this.#texts.set(place, texts);
  }

  /** Texts that may be there. */
  count(place: string): number {
    return [...(this.#texts.get(place)?.values() ?? [])].filter((fate) => fate !== 'refused').length;
  }

  /** Acknowledged texts of the place, the newest last. */
  kept(place: string): readonly string[] {
    return [...(this.#texts.get(place) ?? [])].filter(([, fate]) => fate === 'kept').map(([text]) => text);
  }

  /** Finds texts in `place` that must not be there: those that nobody put there, that were refused, or that are there twice. */
  judge(place: string, seen: readonly string[], findings: Findings): void {
    const counts = new Map<string, number>();
    for (const text of seen) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const [text, count] of counts) {
      const fate = this.#texts.get(place)?.get(text);
      if (fate === undefined) findings.add('overheard', () => `among the ${place}: ${text}, which nobody put there`);
      if (fate === 'refused')
        findings.add('refused_but_happened', () => `among the ${place}: ${text}, which was refused`);
      if (count > 1) findings.add('doubled', () => `among the ${place}: ${text}, ${count} times`);
    }
  }
}
