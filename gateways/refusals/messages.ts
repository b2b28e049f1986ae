/** What `tier_capacity_exceeded` says: what is full, and what to do then; and who is to agree before anything is connected. */
import type { Refusals } from './refusals.ts';

type Crowded = Refusals['tier_capacity_exceeded'];

/** What is full where it is neither a tier nor a place, and what to do about each. */
const fullOf: {
  readonly [Of in NonNullable<Crowded['of']>]: (c: Pick<Crowded, 'max' | 'current'>) => string;
} = {
  souls: ({ max, current }) =>
    `${current} of your souls wait already, and ${max} may. Wait until one is adopted, or withdraw one (DELETE /v1/souls/<id>).`,
  queue: ({ max, current }) =>
    `${current} souls wait in this city, and ${max} may. Send it again when residents have adopted some; GET /v1/souls/queue shows who waits.`,
  'shared places': ({ max, current }) =>
    `${current} souls wait in this city, and at least one of them is yours. Behind the first ${max} there is room only for visitors of whom nobody waits. Send it again when residents have adopted some, or withdraw yours first (DELETE /v1/souls/<id>).`,
  network: ({ max, current }) =>
    `${current} souls of visitors who opened their accounts from where you opened yours wait already, and ${max} may. Send it again when one of them is adopted.`,
  visitors: ({ max }) =>
    `This city has accounts for ${max} visitors, and all are taken. Nothing was opened. Only its operator can make room (VISITORS_MAX); look on without an account meanwhile.`,
  stations: ({ max, current }) =>
    `${max} portal stations may open on one place, and ${current} do already. Close one (DELETE /v1/portals/<id>), or register it for another place.`,
  vouches: ({ max }) =>
    `You may vouch for ${max} residents in your whole life, and have. Nothing has changed, and no waiting helps; say what you think of them in other ways.`,
  claims: ({ max, current }) =>
    `You have claimed ${current} jobs that have not ended, and may have ${max}. Finish one (POST /v1/job-board/<id>/complete) or give one up (POST /v1/job-board/<id>/release); GET /v1/job-board?which=claimed lists them.`,
  'public works': ({ max }) =>
    `You may have ${max} job of the city's at a time, until it is paid. Submit it at the Commons (POST /v1/job-board/<id>/complete) if you have not; it is paid 12 ticks later (answer_due_tick of GET /v1/job-board?which=claimed).`,
  posts: ({ max, current }) =>
    `You have posted ${current} jobs that have not ended, and may have ${max}. Nothing was charged. Answer what was submitted, or wait until one ends; GET /v1/job-board?which=posted lists them.`,
  board: ({ max, current }) =>
    `The board of this place has ${current} jobs, and room for ${max}. Nothing was charged. Post it at another place, or wait until some have ended.`,
};

/** What is full: a tier that has not been taken yet, what never has room, a place and its connections, people or containers. */
export function crowded({ asked, place, max, current, of }: Crowded): string {
  const nothing = 'Nothing was charged.';
  if (of !== undefined) return fullOf[of]({ max, current });
  if (asked !== undefined)
    return `This tier has room for ${max} connections and ${asked} were asked for. ${nothing} Ask for fewer, or name a larger tier.`;
  if (max === 0)
    return `${place === undefined ? 'Nothing can be built in a room or a container' : `${place} takes no connections`}. ${nothing} Build at the Commons, at a house or in a pod.`;
  if (place !== undefined)
    return `${place} has room for ${max} connections and there are ${current} already. ${nothing} Take another place; if you speak for this one, close a connection there (POST /v1/connections/close) or, of a pod, choose a larger tier (POST /v1/deploy with its own id as source).`;
  return `This has room for ${max} and there are ${current} already. ${nothing} Go elsewhere, or wait until there are fewer.`;
}

/** `vera-7 for lamp-shop and bo-2 for mill`. */
export const placesOf = ({ places }: Refusals['connection_approval_required']): string =>
  places.map(({ id, representative }) => `${representative} for ${id}`).join(' and ');
