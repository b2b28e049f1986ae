/**
 * What residents have given to global services and must find there again: notes in their own memory, letters in mailboxes. Texts are
 * unique, so each is found once or not at all, and only where it was put.
 */
import type { Findings } from './findings.ts';

/** Whether a text must be there: its request was acknowledged, or refused, or nobody knows (yet). */
type Fate = 'kept' | 'refused' | 'unknown';

export class KeptNotes {
  readonly #texts = new Map<string, Map<string, Fate>>();
  #count = 0;

  /** A text that nobody else writes, on its way into `place`: one word, so that a search finds it and nothing else. */
  begin(place: string, run: string): string {
    this.#count += 1;
    const text = `note${run}x${this.#count}`;
    this.note(place, text, 'unknown');
    return text;
  }

  /** What became of a text that was put into `place`. */
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

  /** Finds what was seen in `place` and must not be there: what nobody has put there, what was refused, and what is there twice. */
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
