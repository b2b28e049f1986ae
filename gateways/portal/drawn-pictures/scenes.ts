/** What the picture of each page shows, from what the public may see of it; or why there is none. */

import { wordsOf } from '../../../actors/rules/people/causes-of-death.ts';
import { type Shown, view } from '../../../actors/views.ts';
import { dayOf, ticksOf } from '../../../drawing/city-time.ts';
import type { FirstMap, Scene, Words } from '../../../drawing/scene.ts';
import type { City } from '../../../engine/city-interface.ts';
import type { Refused } from '../../../engine/refusal.ts';
import type { ChronicleRows } from '../../chronicle/chronicle-rows.ts';
import { dayMax } from '../../chronicle/day.ts';
import { type Sentence, sentencesOf, summaryOf, textOf } from '../../chronicle/sentences.ts';
import type { LookUpLimit } from '../../limits/look-up-limit.ts';
import { refused } from '../../refusals/gateway-refusals.ts';
import type { MapNow } from '../map-now.ts';
import type { PageName, Scheme } from './paths.ts';
import { firstMapOf, type MapSeen, peopleAround, sceneOfPage, square, townAround } from './scene-parts.ts';

type Seeing = Pick<City, 'view'>;

/** Pixels for each unit: near enough to see a building, and what is around a resident. */
const scales = { place: 8, commons: 4.2, resident: 5, grove: 3, day: 2.2 };
/** Units around the square in which the grove may lie. */
const groveReach = 250;
const commons = 'city-commons';
/** Entries that a day is told from, as on its page, and of what is told those that a picture has. */
const entriesMax = 300;
const headlinesMax = 5;
/** What is told first of a day; everything else after it. */
const ranked = [
  'resident.died',
  'resident.born',
  'pod.deployed',
  'pod.shut_down',
  'pod.owner_changed',
  'pod.orphaned',
  'pod.reconnected',
];

export interface SceneSources {
  readonly map: MapNow;
  readonly chronicle: ChronicleRows;
  readonly looks: LookUpLimit;
  /** The newest tick. */
  readonly tick: () => number;
}

export class Scenes {
  readonly #of: SceneSources;

  constructor(of: SceneSources) {
    this.#of = of;
  }

  async page(name: PageName, city: Seeing): Promise<Scene | Refused> {
    const map = await this.#of.map.read(city);
    return map.type === 'refused' ? map : sceneOfPage(name, map.value);
  }

  async map(scheme: Scheme, city: Seeing): Promise<FirstMap | Refused> {
    const map = await this.#of.map.read(city);
    return map.type === 'refused' ? map : firstMapOf(map.value, scheme === 'dark');
  }

  async resident(id: string, city: Seeing): Promise<Scene | Refused> {
    const { chronicle, looks } = this.#of;
    const seen = await looks.run(async () => city.view(view('public_resident', { id })));
    if (seen.type === 'refused') return seen;
    const map = await this.#of.map.read(city);
    if (map.type === 'refused') return map;
    const told = await looks.run(async () => ({
      type: 'told' as const,
      sentences: await tellings(chronicle, { about: `resident:${id}`, limit: 1 }),
    }));
    return sceneOfResident(seen.value, map.value, told.type === 'refused' ? [] : told.sentences);
  }

  async place(id: string, city: Seeing): Promise<Scene | Refused> {
    const seen = await city.view(view('public_place', { id }));
    if (seen.type === 'refused') return seen;
    const map = await this.#of.map.read(city);
    if (map.type === 'refused') return map;
    return sceneOfPlace(seen.value, map.value, await this.#nameOf(seen.value.owner, map.value));
  }

  async day(day: number, city: Seeing): Promise<Scene | Refused> {
    const { chronicle, looks, tick } = this.#of;
    if (day > Math.min(dayMax, dayOf(tick()))) return refused('not_found', { kind: 'day', id: String(day) });
    const map = await this.#of.map.read(city);
    if (map.type === 'refused') return map;
    const told = await looks.run(async () => ({
      type: 'told' as const,
      sentences: await tellings(chronicle, { ticks: ticksOf(day), limit: entriesMax }),
    }));
    return told.type === 'refused' ? told : sceneOfDay(day, map.value, told.sentences);
  }

  /** Of an owner who lives, from the map; else as the chronicle has told. */
  async #nameOf(owner: string | null, map: MapSeen): Promise<string | undefined> {
    if (owner === null) return undefined;
    const living = map.homes.find(({ resident }) => resident === owner)?.name;
    if (living !== undefined) return living;
    const [known] = await this.#of.chronicle.subjects([`resident:${owner}`]);
    return known?.name ?? undefined;
  }
}

async function tellings(
  rows: ChronicleRows,
  asked: Omit<Parameters<ChronicleRows['read']>[0], 'before'>,
): Promise<readonly Sentence[]> {
  return sentencesOf(rows, await rows.read({ before: Number.MAX_SAFE_INTEGER, ...asked }));
}

function sceneOfResident(seen: Shown<'public_resident'>, map: MapSeen, told: readonly Sentence[]): Scene {
  const isDead = seen.status === 'dead';
  const place = map.places.find(({ id }) => id === seen.location);
  const at = isDead ? undefined : (place ?? map.homes.find(({ resident }) => resident === seen.id));
  const middle = at === undefined ? square(scales.grove) : { x: at.x, y: at.y, scale: scales.resident };
  const [newest] = told;
  const personality = seen.soul?.personality_summary ?? '';
  const words: Words = {
    kind: isDead ? 'Remembered' : 'Resident',
    title: seen.name,
    otherwise: isDead ? 'Somebody who lived here' : 'Somebody who lives here',
    state: isDead ? deathText(seen.death_cause) : place === undefined ? 'Lives in Civitas' : `Is at ${place.name}`,
    text: personality !== '' ? personality : newest === undefined ? '' : textOf(newest),
    items: [],
  };
  return {
    type: 'scene',
    town: townAround(map, middle, isDead ? groveReach : 0),
    ...{ view: middle, lot: place === undefined ? (at?.lot ?? null) : null, words },
    portrait: { face: seen.face ?? null, isDead },
    people: peopleAround(map, middle, seen.id),
  };
}

function deathText(cause: string | null): string {
  const words = cause === null ? undefined : wordsOf(cause);
  return words === undefined ? 'Lived in Civitas' : `Died ${words}`;
}

function sceneOfPlace(seen: Shown<'public_place'>, map: MapSeen, owner: string | undefined): Scene {
  const isCommons = seen.id === commons;
  const onMap = map.places.find(({ id }) => id === seen.id);
  const middle = {
    ...{ x: onMap?.x ?? 0, y: onMap?.y ?? 0 },
    scale: isCommons || onMap === undefined ? scales.commons : scales.place,
  };
  const count = seen.residents_count;
  const here = count === 0 ? '' : count === 1 ? 'One is here now.' : `${count} are here now.`;
  const words: Words = {
    kind: isCommons ? 'The Commons' : 'Place',
    title: seen.name,
    otherwise: 'A place in Civitas',
    state: isCommons ? 'Where everybody meets' : kindText(seen.kind, onMap?.tier ?? null, owner),
    text: [here, seen.description ?? ''].filter((part) => part !== '').join(' '),
    items: [],
  };
  return {
    type: 'scene',
    town: townAround(map, middle),
    ...{ view: middle, lot: onMap?.lot ?? null, words, portrait: null },
    people: peopleAround(map, middle),
  };
}

function kindText(kind: string, tier: string | null, owner: string | undefined): string {
  const what = tier === null ? kind : `${tier} ${kind}`;
  return `A ${what}${owner === undefined ? '' : ` of ${owner}`}`;
}

function sceneOfDay(day: number, map: MapSeen, told: readonly Sentence[]): Scene {
  const rankOf = ({ type }: Sentence) => (ranked.includes(type) ? ranked.indexOf(type) : ranked.length);
  const headlines = [...told].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, headlinesMax);
  const middle = square(scales.day);
  const words: Words = {
    kind: 'The chronicle',
    title: `Day ${day}`,
    otherwise: 'The chronicle',
    state: summaryOf(told),
    text: '',
    items: headlines.map(textOf),
  };
  return {
    type: 'scene',
    town: townAround(map, middle),
    ...{ view: middle, lot: null, portrait: null, people: peopleAround(map, middle), words },
  };
}
