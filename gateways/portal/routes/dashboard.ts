/**
 * The operator's overview: the living, the dead, lineages, events. Each list comes from an index of residents, or from a register of
 * events. None walks over the city.
 */
import { z } from 'zod';
import { causes } from '../../../actors/rules/people/causes-of-death.ts';
import { registers } from '../../../actors/rules/place/names.ts';
import { type Shown, view } from '../../../actors/views.ts';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { FeedEvent, Viewed } from '../../../engine/command.ts';
import { registerActor } from '../../../engine/ids.ts';
import type { Refused } from '../../../engine/refusal.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import type { PageOf } from '../../answers/common.ts';
import { Timestamp } from '../../answers/common.ts';
import {
  type DeadResident,
  DeadResidents,
  LineageOfResident,
  Lineages,
  PublicEvents,
  Residents,
} from '../../answers/dashboard.ts';
import type { JournalEvent } from '../../answers/journal-event.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { behind, Page, ResidentId } from '../../schema/fields.ts';
import { lettersPage } from '../letters-page.ts';

export function dashboardRoutes(control: Pick<CityControl, 'health'>): readonly Route[] {
  return [residents, deaths, lineages, lineage, feed(control)];
}

/** No id is longer. */
const idCharsMax = 200;

const residents = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/residents',
  summary: 'Residents: those who live in the order of their ids, or the dead, who died last first',
  caller: 'operator',
  query: Page.extend({
    status: z.enum(['alive', 'dead']).default('alive'),
    from: z.string().max(idCharsMax).optional().meta({
      description:
        'Of those who live: only ids that sort after this text. For a page in the middle; a cursor goes before it',
    }),
  }),
  answer: Residents,
  perform: ({ query: { status, limit, cursor, from } }, city) =>
    status === 'alive'
      ? city.view(view('living', { limit, cursor: cursor ?? from ?? null }))
      : deathsBefore(city, limit, cursor),
});

const deaths = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/deaths',
  summary: 'Who has died, last first, for as long as events are kept',
  caller: 'operator',
  query: Page,
  answer: DeadResidents,
  perform: ({ query: { limit, cursor } }, city) => deathsBefore(city, limit, cursor),
});

const Envelope = z.object({
  seq: z.int(),
  at: Timestamp,
  tick: z.int(),
  actor: z.string(),
  location: z.string().nullable(),
  data: z.looseObject({ name: z.string(), cause: z.enum(causes).nullish().catch(null) }),
});

/** A page of a register, newest first. */
function pageOf<Item>(
  city: City,
  register: string,
  limit: number,
  cursor: string | undefined,
  shown: (event: z.infer<typeof Envelope>) => Item,
): Promise<Viewed<PageOf<Item>>> {
  return lettersPage(city, registerActor(register), { limit, cursor }, (event) => shown(parsed(event)));
}

const parsed = ({ json }: FeedEvent) => Envelope.parse(JSON.parse(json));

const deathsBefore = (city: City, limit: number, cursor: string | undefined) =>
  pageOf<AnswerOf<typeof DeadResident>>(city, registers.deaths, limit, cursor, (event) => {
    const { seq, at, tick, actor, location, data } = event;
    const { name, cause = null } = data;
    return { id: actor, name, status: 'dead', death_cause: cause, died_at: at, died_tick: tick, location, seq };
  });

const lineages = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/lineages',
  summary: 'Who has no mentor and so begins a lineage, born last first, for as long as events are kept',
  caller: 'operator',
  query: Page,
  answer: Lineages,
  perform: ({ query: { limit, cursor } }, city) =>
    pageOf(city, registers.lineages, limit, cursor, ({ seq, at, tick, actor, data: { name } }) => {
      return { id: actor, name, born_at: at, born_tick: tick, seq };
    }),
});

/** Ancestors and descendants of a lineage that one answer shows. */
const ancestorsMax = 64;
const generationsBelow = 3;
const descendantsMax = 200;

const lineage = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/lineages/:id',
  summary: 'The ancestors of a resident, and the generations below it, nearest first',
  caller: 'operator',
  params: z.strictObject({ id: ResidentId }),
  answer: LineageOfResident,
  refusals: ['not_found'],
  perform: async ({ params: { id } }, city) => {
    const resident = await memberOf(city, id);
    if ('code' in resident) return resident;
    const above = await ancestorsOf(city, resident);
    const below = await descendantsOf(city, resident);
    return {
      type: 'shown',
      value: {
        resident,
        ancestors: above.shown,
        descendants: below.shown,
        truncated: above.isMore || below.isMore,
      },
    };
  },
});

type LineageMember = Shown<'kin'>;

interface Found {
  readonly shown: readonly LineageMember[];
  readonly isMore: boolean;
}

async function memberOf(city: City, id: string): Promise<LineageMember | Refused> {
  const viewed = await city.view(view('kin', { id }));
  return viewed.type === 'refused' ? viewed : viewed.value;
}

async function ancestorsOf(city: City, { mentor }: LineageMember): Promise<Found> {
  const shown: LineageMember[] = [];
  let next = mentor;
  while (next !== null && shown.length < ancestorsMax) {
    const one = await memberOf(city, next);
    if ('code' in one) return { shown, isMore: true };
    shown.push(one);
    next = one.mentor;
  }
  return { shown, isMore: next !== null };
}

async function descendantsOf(city: City, { mentees }: LineageMember): Promise<Found> {
  const shown: LineageMember[] = [];
  let isMore = false;
  let generation = mentees;
  for (let n = 0; n < generationsBelow; n++) {
    const next: string[] = [];
    for (const id of generation) {
      const one = shown.length < descendantsMax ? await memberOf(city, id) : undefined;
      if (one === undefined || 'code' in one) isMore = true;
      else {
        shown.push(one);
        next.push(...one.mentees);
      }
    }
    generation = next;
  }
  return { shown, isMore: isMore || generation.length > 0 };
}

/** Numbers that one request goes back at most: older events that were missed are a gap. */
const feedReach = 100_000;

const Since = z.strictObject({
  limit: Page.shape.limit,
  since: behind('The `seq` after which to begin'),
});

/** The journal holds only events published by `tell`, which is typed by their declarations. */
const eventIn = ({ json }: FeedEvent): AnswerOf<typeof JournalEvent> => JSON.parse(json);

const feed = (control: Pick<CityControl, 'health'>) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/feed',
    summary: 'Public events after `since`, in order; ask on with the `since` of the answer',
    caller: 'operator',
    query: Since,
    answer: PublicEvents,
    perform: async ({ query: { limit, since = 0 } }, city) => {
      const until = control.health.seq;
      const back = { after: Math.min(since, until), until, limit, reach: feedReach };
      const { events, through, gap } = await city.missed(null, back);
      return { type: 'shown', value: { items: events.map(eventIn), since: through, gap } };
    },
  });
