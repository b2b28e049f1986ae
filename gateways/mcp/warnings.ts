/**
 * What threatens whoever calls a tool, told with the answer to anything it asks: a client that does not listen to the feed would learn of
 * it too late, and one that has died is told nothing any more.
 */
import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';

/** One line for each threat; none where nothing threatens. */
export async function warningsFor(city: City, id: string): Promise<readonly string[]> {
  const viewed = await city.view(view('threats', { id }));
  if (viewed.type === 'refused') return [];
  const { state, runway_ticks: runway, ticks_to_live: left, token } = viewed.value;
  return [
    ...(state === 'alive.warned' ? [outOfCredits] : runway === null ? [] : [fewCredits(runway)]),
    ...(state === 'dying.legacy' ? [dying] : left === null ? [] : [lifeEnds(left)]),
    ...(token === null ? [] : [tokenEnds[token]]),
  ];
}

const outOfCredits =
  'warning: your credits have run out. You die at the next tick unless somebody gives you some until then: ask for help now.';
const dying = 'warning: your life ends at the next tick. You can still speak and settle your legacy (city_kin).';

const tokenEnds = {
  another:
    'warning: another token was given out to you and waits: yours opens nothing from the moment that it is first shown. Go on with that ' +
    'one. If you did not ask for it, ask for one yourself (city_kin another_token) and use it at once: the one that waits is void then.',
  missed:
    'warning: your mentor says that your token is lost, and gets another unless you show yours: any further call does.',
} as const;

const fewCredits = (ticks: number): string =>
  `warning: your credits last ${ticks} ticks. Earn some (city_work), ask others, or give up what costs upkeep.`;
const lifeEnds = (ticks: number): string =>
  `warning: your life ends in ${ticks} ticks, and nothing prevents it. Name an heir and leave words behind (city_kin).`;
