/** The public map with everything on its lot: what history has told of, then what it does not tell of, such as workshops. */
import type { Shown } from '../../actors/views.ts';
import type { Settler } from '../../land/town.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { PublicMap } from '../answers/public.ts';
import { TownHistory, type TownRows } from './town-history.ts';
import type { TownSeen } from './town-view.ts';

type PlacesSeen = Shown<'map'>;
type OnLots = Omit<AnswerOf<typeof PublicMap>, 'seq'>;

const homeKey = (resident: string) => `resident:${resident}`;
const placeKey = (place: string) => `place:${place}`;
const idOf = (key: string) => key.slice(key.indexOf(':') + 1);

export class TownMap {
  readonly #seed: string;
  readonly #rows: TownRows;
  /** Made when somebody looks for the first time: it takes some milliseconds. */
  #history: TownHistory | undefined;

  constructor(seed: string, rows: TownRows) {
    this.#seed = seed;
    this.#rows = rows;
  }

  /** Before the city is asked for what is to be drawn: what it shows, history has mostly told of by then. */
  async readOn(): Promise<void> {
    this.#history ??= new TownHistory(this.#seed, this.#rows);
    await this.#history.readOn();
  }

  drawn(seen: PlacesSeen, town: TownSeen): OnLots {
    const history = this.#history ?? new TownHistory(this.#seed, this.#rows);
    history.town.host(settlersOf(seen, town));
    const at = (key: string) => onLot(history, key);
    return {
      ...{ ...seen, land: this.#seed, tick: town.tick, dead: [...history.graves] },
      places: seen.places.map((place) => ({
        ...{ ...place, ...at(placeKey(place.id)) },
        ...(town.pods.get(place.id) ?? { tier: null, annexes: 0 }),
        since_tick: history.sinceOf(placeKey(place.id)) ?? null,
      })),
      homes: town.homes.map(({ id, ...rest }) => ({ resident: id, ...rest, ...at(homeKey(id)) })),
      sites: town.sites.map((id) => at(placeKey(id))),
      ruins: history.ruinsAt(town.tick).map(({ key, name }) => ({ id: idOf(key), name, ...at(key) })),
    };
  }
}

/** Its lot, and the point in the street before its door. */
function onLot({ town }: TownHistory, key: string) {
  const lot = town.lotOf(key);
  const { x, y } = lot?.before.at ?? { x: 0, y: 0 };
  return { lot: lot?.id ?? null, x: Math.round(x), y: Math.round(y) };
}

/** A workshop has the lot of the place that it becomes. The square is nobody's lot. */
function settlersOf(seen: PlacesSeen, { homes, sites }: Pick<TownSeen, 'homes' | 'sites'>): readonly Settler[] {
  const places = seen.places.filter(({ kind }) => kind !== 'commons');
  const settlers: Settler[] = homes.map(({ id }) => ({ key: homeKey(id), use: 'home' }));
  for (const { id } of [...places, ...sites.map((id) => ({ id }))]) settlers.push({ key: placeKey(id), use: 'place' });
  return settlers;
}
