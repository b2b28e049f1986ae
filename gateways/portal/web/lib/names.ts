/** What residents and places are called: the feed names them by id alone. */
import { createSignal } from 'solid-js';
import { setBounded } from './bounded.ts';
import type { CityEvent } from './events.ts';

const namesMax = 10_000;

const names = new Map([['city-commons', 'The Commons']]);
const [revision, setRevision] = createSignal(0);

/** Remembers the name of this id. */
export function remember(id: string, name: string): void {
  if (names.get(id) === name) return;
  setBounded(names, id, name, namesMax);
  setRevision((count) => count + 1);
}

/** Remembers the name that an event tells. */
export function rememberNamed(event: CityEvent): void {
  if (event.type === 'resident.born' || event.type === 'resident.died') {
    if (event.actor !== null) remember(event.actor, event.data.name);
  } else if (event.type === 'soul.born' || event.type === 'soul.died') remember(event.data.resident, event.data.name);
  else if (event.type === 'pod.deployed') remember(event.data.pod, event.data.name);
}

/** A signal: its name, or one read out of the id (`mill-of-ada-12` is `Mill of Ada`) while that is not known. */
export function nameOf(id: string): string {
  revision();
  return names.get(id) ?? readName(id);
}

/** In names these are small, unless they come first. */
const small = ['a', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to'];

function readName(id: string): string {
  const words = id
    .replace(/-\d+$/, '')
    .split('-')
    .filter((word) => word !== '')
    .map((word, at) => (at > 0 && small.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  return words.length === 0 ? id : words.join(' ');
}
