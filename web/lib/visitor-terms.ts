/** What a visitor's hand costs here, fetched once it is known that a visitor looks on: a page learns that after it was opened. */
import { createEffect, createSignal } from 'solid-js';
import { type HandTerms, hand } from './hand.ts';
import { partRefresher } from './part-refresher.ts';

/** Until they are known. */
const everyMs = 20_000;

/** A signal: undefined for strangers, and until an answer has come. */
export function visitorTerms(isVisitor: () => boolean): () => HandTerms | undefined {
  const [terms, setTerms] = createSignal<HandTerms>();
  const refresher = partRefresher(everyMs, async () => {
    if (isVisitor() && terms() === undefined) setTerms(await hand.terms());
  });
  createEffect(() => {
    if (isVisitor()) refresher.ask();
  });
  return terms;
}
