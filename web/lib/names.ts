/**
 * What residents and places are called: the feed names them by id alone. Whose a name is can be read (NM3): where it is not written in plain
 * letters, reads like that of another whom the page has met, ends in brackets as with an id, or reads like an id, its id stands beside it.
 */
import { createSignal } from 'solid-js';
import { readInHaste } from '../../gateways/schema/look-alikes.ts';
import { setBounded } from './bounded.ts';
import type { CityEvent } from './events.ts';

const namesMax = 10_000;

/** Not among the names that were met, of which the oldest are forgotten: nobody is ever taken for it. */
const theCommons = { id: 'city-commons', name: 'The Commons', reading: readingOf('The Commons') };
const names = new Map<string, string>();
/** How a name reads -> whose it is; null: of several. */
const holders = new Map<string, string | null>();
const isPlain = /^[ -~]*$/;
/** As a name is written with its id: `Ada (ada-1)`. */
const endsInId = /\([^()]*[-/][^()]*\)\s*$/;
/** `bo-1`, `Bo-l`, `city-commons`, `mill-3/stall`. */
const readsAsId = /^[a-z0-9]+(?:[-/][a-z0-9]+)+$|[-/]\s*[0-9oil]+$/i;
const [revision, setRevision] = createSignal(0);

/** Remembers the name of this id. */
export function remember(id: string, name: string): void {
  if (id === theCommons.id || names.get(id) === name) return;
  setBounded(names, id, name, namesMax);
  const reading = readingOf(name);
  const holder = holders.get(reading);
  setBounded(holders, reading, holder === undefined || holder === id ? id : null, namesMax);
  setRevision((count) => count + 1);
}

/** Remembers the name that an event tells. */
export function rememberNamed(event: CityEvent): void {
  if (event.type === 'resident.born' || event.type === 'resident.died') {
    if (event.actor !== null) remember(event.actor, event.data.name);
  } else if (event.type === 'soul.born' || event.type === 'soul.died') remember(event.data.resident, event.data.name);
  else if (event.type === 'pod.deployed') remember(event.data.id, event.data.name);
}

/** A signal: its name, or one read out of the id (`mill-of-ada-12` is `Mill of Ada`) while that is not known; with the id where it needs one. */
export const nameOf = (id: string): string =>
  id === theCommons.id ? theCommons.name : labelOf(id, names.get(id) ?? readName(id));

/** The same where its name is at hand. */
export function labelOf(id: string, name: string): string {
  revision();
  if (id === theCommons.id) return name;
  const reading = readingOf(name);
  const holder = reading === theCommons.reading ? theCommons.id : holders.get(reading);
  const isAnothers = holder !== undefined && holder !== id;
  const isClear = isPlain.test(name) && !endsInId.test(name) && !readsAsId.test(name) && !isAnothers;
  return isClear ? name : `${name} (${id})`;
}

/** What one takes a name for that is read in haste: letters and digits alone, those that look alike as one. */
function readingOf(name: string): string {
  return readInHaste(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
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
