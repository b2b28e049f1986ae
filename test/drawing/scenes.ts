/** Scenes of a small town, and the letters with which they are drawn. */
import { radiusOf, type TownOfMap } from '../../drawing/drawn-town.ts';
import { Lettering } from '../../drawing/lettering.ts';
import type { FirstMap, Scene, Words } from '../../drawing/scene.ts';
import { readTypeface } from '../../host/drawn-pictures/typeface.ts';
import { Land } from '../../land/land.ts';
import { Town } from '../../land/town.ts';

export const lettering = new Lettering(await readTypeface());

const land = new Land('a picture');

/** A map with so many houses and places, each on a lot. */
export function townOf(houses: number, pods: number, tick = 30): TownOfMap {
  const town = new Town(land);
  const on = (key: string, use: 'home' | 'place') => {
    const lot = town.come({ key, use });
    const { x, y } = lot?.before.at ?? { x: 0, y: 0 };
    return { lot: lot?.id ?? null, x: Math.round(x), y: Math.round(y) };
  };
  const trades = ['The Bakery', 'The Counting House', 'The Lamp Tower', 'The Garden', 'The Mill', 'The Evening School'];
  const homes = Array.from({ length: houses }, (_, n) => ({
    ...{ resident: `r-${n}`, is_lit: n % 3 === 0, ...on(`resident:r-${n}`, 'home') },
  }));
  const places = Array.from({ length: pods }, (_, n) => ({
    ...{ id: `p-${n}`, name: `${trades[n % trades.length]} of R ${n}`, residents_count: n % 4 },
    ...{ tier: (['tiny', 'small', 'medium', 'large'] as const)[n % 4] ?? null, annexes: n % 3, since_tick: n * 9 },
    ...on(`place:p-${n}`, 'place'),
  }));
  const square = { id: 'city-commons', name: 'The Commons', residents_count: 9, lot: null, x: 0, y: 0 };
  return {
    ...{ land: land.seed, tick, homes, sites: [on('place:site', 'place')] },
    places: [{ ...square, tier: null, annexes: 0, since_tick: null }, ...places],
    ruins: [{ id: 'ruin', ...on('place:ruin', 'place') }],
    dead: [{ id: 'd-1', grave: 4 }],
  };
}

export const firstMapOf = (town: TownOfMap, isDark = false): FirstMap => ({
  ...{ type: 'first map', town, isDark },
  radius: radiusOf(town),
});

export const wordsOf = (words: Partial<Words>): Words => ({
  ...{ kind: 'Resident', title: 'Vera', otherwise: 'Somebody who lives here', state: '', text: '', items: [] },
  ...words,
});

export const sceneOf = (scene: Partial<Scene> = {}): Scene => ({
  type: 'scene',
  ...{ town: townOf(12, 8), view: { x: 0, y: 0, scale: 2.5 }, lot: null, people: [], portrait: null },
  words: wordsOf({}),
  ...scene,
});
