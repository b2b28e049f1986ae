/**
 * Lists in answers to commands of which a part is the same for everyone who asks: its JSON text is kept, and the answer is written around
 * it. Whoever moves is told all exits of a place; making them anew was a quarter of what a move cost.
 */
import type { Json } from '../command.ts';

/** What is kept of a list: its items, for an answer that needs them, and their JSON, without the brackets. */
export class KeptItems {
  readonly items: readonly unknown[];
  readonly text: string;

  constructor(items: readonly unknown[]) {
    this.items = items;
    this.text = JSON.stringify(items).slice(1, -1);
  }
}

/** Stands in an answer for a list. Items of its own come first. */
export class ListWithKept {
  readonly #own: readonly unknown[];
  readonly #kept: KeptItems;

  constructor(own: readonly unknown[], kept: KeptItems) {
    this.#own = own;
    this.#kept = kept;
  }

  /** All items; also what `JSON.stringify` writes in its place. */
  toJSON(): readonly unknown[] {
    return [...this.#own, ...this.#kept.items];
  }

  get json(): string {
    const { text } = this.#kept;
    const own = JSON.stringify(this.#own).slice(1, -1);
    return `[${own}${own === '' || text === '' ? '' : ','}${text}]`;
  }
}

/** What `JSON.stringify` makes of the answer, with the text of such lists among its fields as it is kept. */
export function jsonAroundKept(answer: object): Json;
export function jsonAroundKept(answer: object): string {
  let json = '';
  for (const [name, value] of Object.entries(answer)) {
    const text: string | undefined = value instanceof ListWithKept ? value.json : JSON.stringify(value);
    if (text !== undefined) json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  return `{${json}}`;
}
