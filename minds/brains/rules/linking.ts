/** Ways between places, by which streets arise: asked of neighbours where one happens to be, and made between places of its own. */
import type { Act } from '../../acts/act.ts';
import { hasRoom, prices, spareToSpend } from '../../acts/possible.ts';
import type { Pod } from '../../perception/perception.ts';
import { first, type Means, wayTo } from './means.ts';
import { stepTo } from './street-plan.ts';

/** Ticks between two requests for a way to its own place. */
const askTicks = 3;
/** Ticks after a request before it sets out to join two places of its own. */
const joinTicks = 8;
/** Credits that are left when it has paid for a way between its own places. */
const leftAsJoined = 6;

const sinceAsked = ({ seen: { tick }, memory }: Pick<Means, 'seen' | 'memory'>): number => {
  const { askedWayTick } = memory.state;
  if (tick === null) return 0;
  return askedWayTick === null ? Number.POSITIVE_INFINITY : tick - askedWayTick;
};

/** Asks for a way between this place and one of its own, now and then, and the more often the more it has. */
export function linking(means: Means): Act | null {
  const { seen, memory } = means;
  if (sinceAsked(means) < askTicks / Math.max(1, seen.self.ownedPods.length)) return null;
  const act = first(means, 'connect');
  if (act === undefined) return null;
  memory.note({ askedWayTick: seen.tick });
  return act;
}

/** Two of its own places with room for a way, and none between them. */
const isApart = (one: Pod, other: Pod): boolean =>
  one !== other && hasRoom(one) && hasRoom(other) && !one.ways.includes(other.id);

/** The first step to a place of its own from which a way to another of its own can begin; undefined: there is none, or it is too dear. */
export function stepToJoin({ seen, memory }: Pick<Means, 'seen' | 'memory'>): string | undefined {
  if (sinceAsked({ seen, memory }) < joinTicks) return undefined;
  const spare = spareToSpend(seen) - leftAsJoined;
  const starts = seen.pods.filter((one) =>
    seen.pods.some((other) => isApart(one, other) && spare > prices.way(other.ways.length)),
  );
  if (starts.some(({ id }) => id === seen.place.id)) return undefined;
  return starts.map(({ id }) => stepTo(id, seen, memory)?.to).find((step) => step !== undefined);
}

/** Walks to where it can join two places of its own. */
export function joining(means: Means): Act | null {
  const step = stepToJoin(means);
  return step === undefined ? null : wayTo(means, step);
}
