/**
 * Names of residents and places: the feed has only their ids. A reader can tell to whom a name belongs (NM3): the id is added to a name
 * that is not written in plain letters, reads like another name that the page has met, ends in brackets as with an id, or reads like an id.
 */
import { createSignal } from 'solid-js';
import { readInHaste } from '../../gateways/schema/look-alikes.ts';
import { setBounded } from './bounded-lists.ts';
import type { CityEvent } from './events.ts';

const namesMax = 10_000;

/** Kept apart from the other names, of which the oldest are dropped: no other name may ever be taken for it. */
const theCommons = { id: 'city-commons', name: 'The Commons', reading: readingOf('The Commons') };
const names = new Map<string, string>();
/** Reading of a name -> its id; null: several ids. */
const holders = new Map<string, string | null>();
const isPlain = /^[ -~]*$/;
/** A name that looks as if an id were added: `Ada (ada-1)`. */
const endsInId = /\([^()]*[-/][^()]*\)\s*$/;
/** `bo-1`, `Bo-l`, `city-commons`, `mill-3/stall`. */
const readsAsId = /^[a-z0-9]+(?:[-/][a-z0-9]+)+$|[-/]\s*[0-9oil]+$/i;
/** What `nameOf` has said since a name was met last: how a name reads is worked out once, however often the map writes it. */
const labels = new Map<string, string>();
const [revision, setRevision] = createSignal(0);

/** Remembers the name of this id. */
export function remember(id: string, name: string): void {
  if (id === theCommons.id || names.get(id) === name) return;
  setBounded(names, id, name, namesMax);
  const reading = readingOf(name);
  const holder = holders.get(reading);
  setBounded(holders, reading, holder === undefined || holder === id ? id : null, namesMax);
  labels.clear();
  setRevision((count) => count + 1);
}

/** Remembers the name in an event. */
export function rememberNamed(event: CityEvent): void {
  if (event.type === 'resident.born' || event.type === 'resident.died') {
    if (event.actor !== null) remember(event.actor, event.data.name);
  } else if (event.type === 'soul.born' || event.type === 'soul.died') remember(event.data.resident, event.data.name);
  else if (event.type === 'pod.deployed') remember(event.data.id, event.data.name);
}

/** A signal: its name; while that is unknown, one made of the id (`mill-of-ada-12` is `Mill of Ada`); with the id where it needs one. */
export function nameOf(id: string): string {
  if (id === theCommons.id) return theCommons.name;
  revision();
  const known = labels.get(id);
  if (known !== undefined) return known;
  const label = labelOf(id, names.get(id) ?? readName(id));
  setBounded(labels, id, label, namesMax);
  return label;
}

/** The label of an id whose name is known. */
export function labelOf(id: string, name: string): string {
  revision();
  if (id === theCommons.id) return name;
  const reading = readingOf(name);
  const holder = reading === theCommons.reading ? theCommons.id : holders.get(reading);
  const isAnothers = holder !== undefined && holder !== id;
  const isClear = isPlain.test(name) && !endsInId.test(name) && !readsAsId.test(name) && !isAnothers;
  return isClear ? name : `${name} (${id})`;
}

/** How a name reads at a glance: letters and digits alone, look-alikes as one. */
function readingOf(name: string): string {
  return readInHaste(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
}

/** Words that begin with a small letter in names, unless they come first. */
const small = ['a', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to'];

function readName(id: string): string {
  const words = id
    .replace(/-\d+$/, '')
    .split('-')
    .filter((word) => word !== '')
    .map((word, at) => (at > 0 && small.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  return words.length === 0 ? id : words.join(' ');
}
