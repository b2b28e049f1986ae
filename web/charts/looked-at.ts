/** What the page looks at closer: a kind or one of its actors, which stand in the address, and a question why something happened. */
import { createSignal } from 'solid-js';
import { kindOfActor, type Question } from './closer-look.ts';

const address = new URLSearchParams(window.location.search);
const [actor, setActor] = createSignal(address.get('actor'));
const [kind, setKind] = createSignal(kindOfActor(actor()) ?? address.get('kind') ?? 'resident');
const [question, setQuestion] = createSignal<Question>();
/** The turn after which the charts are looked at; undefined: now. */
const [pastTurn, setPastTurn] = createSignal<number>();

/** Its id; null: none. */
export { actor, kind, pastTurn, question, setQuestion };

/** Of the past there are counts of kinds alone, so no actor is looked at then. Undefined: now. */
export function chooseTurn(turn: number | undefined): void {
  if (turn !== undefined) chooseKind(kind());
  setPastTurn(turn);
}

export function chooseKind(name: string): void {
  window.history.replaceState(null, '', `?kind=${encodeURIComponent(name)}`);
  setActor(null);
  setKind(name);
}

/** As it is now. */
export function chooseActor(id: string): void {
  setPastTurn(undefined);
  window.history.replaceState(null, '', `?actor=${encodeURIComponent(id)}`);
  setKind(kindOfActor(id) ?? kind());
  setActor(id);
}
