/**
 * The operator's overview: who lives, who has died, lineages, what happens. Each list comes from an index: of residents, or of
 * the events that are kept in a register. None walks over the city.
 */
import { z } from 'zod';
import { registers } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { FeedEvent, Viewed } from '../../../engine/command.ts';
import { registerActor } from '../../../engine/ids.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { listOf, Page, ResidentId, Timestamp } from '../../schema/fields.ts';
import { lettersPage } from '../letters-page.ts';

export function dashboardRoutes(control: Pick<CityControl, 'health'>): readonly Route[] {
  return [residents, deaths, lineages, lineage, machines, feed(control)];
}

const Row = z.looseObject({ id: z.string(), name: z.string(), status: z.string() });

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
  answer: listOf(Row),
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
  answer: listOf(Row),
  perform: ({ query: { limit, cursor } }, city) => deathsBefore(city, limit, cursor),
});

const Envelope = z.object({
  seq: z.int(),
  at: Timestamp,
  tick: z.int(),
  actor: z.string(),
  location: z.string().nullable(),
  data: z.looseObject({ name: z.string(), cause: z.string().nullish() }),
});

/** A page of a register, newest first. */
function pageOf(
  city: City,
  register: string,
  limit: number,
  cursor: string | undefined,
  shown: (event: z.infer<typeof Envelope>) => object,
): Promise<Viewed> {
  return lettersPage(city, registerActor(register), { limit, cursor }, (event) => shown(parsed(event)));
}

const parsed = ({ json }: FeedEvent) => Envelope.parse(JSON.parse(json));

const deathsBefore = (city: City, limit: number, cursor: string | undefined): Promise<Viewed> =>
  pageOf(city, registers.deaths, limit, cursor, ({ seq, at, tick, actor, location, data }) => {
    const { name, cause = null } = data;
    return { id: actor, name, status: 'dead', death_cause: cause, died_at: at, died_tick: tick, location, seq };
  });

const lineages = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/lineages',
  summary: 'Who has no mentor and so begins a lineage, born last first, for as long as events are kept',
  caller: 'operator',
  query: Page,
  answer: listOf(z.looseObject({ id: z.string(), name: z.string(), born_at: Timestamp })),
  perform: ({ query: { limit, cursor } }, city) =>
    pageOf(city, registers.lineages, limit, cursor, ({ seq, at, tick, actor, data: { name } }) => {
      return { id: actor, name, born_at: at, born_tick: tick, seq };
    }),
});

const Kin = z.looseObject({
  id: z.string(),
  name: z.string(),
  mentor: z.string().nullable(),
  mentees: z.array(z.string()),
});

/** How far a lineage is followed, and how many are shown below. */
const ancestorsMax = 64;
const generationsBelow = 3;
const descendantsMax = 200;

const lineage = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/lineages/:id',
  summary: 'The ancestors of a resident, and the generations below it, nearest first',
  caller: 'operator',
  params: z.strictObject({ id: ResidentId }),
  answer: z.looseObject({
    resident: Kin,
    ancestors: z.array(Kin),
    descendants: z.array(Kin),
    truncated: z.boolean().meta({ description: 'There are more than are shown' }),
  }),
  refusals: ['not_found'],
  perform: async ({ params: { id } }, city) => {
    const resident = await kin(city, id);
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

interface Found {
  readonly shown: readonly z.infer<typeof KinView>[];
  readonly isMore: boolean;
}

const KinView = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  born_at: z.string(),
  died_at: z.string().nullable(),
  death_cause: z.string().nullable(),
  mentor: z.string().nullable(),
  generation: z.int(),
  mentees: z.array(z.string()),
});

async function kin(city: City, id: string): Promise<z.infer<typeof KinView> | Refused> {
  const viewed = await city.view(view('kin', { id }));
  return viewed.type === 'refused' ? viewed : KinView.parse(viewed.value);
}

async function ancestorsOf(city: City, { mentor }: z.infer<typeof KinView>): Promise<Found> {
  const shown: z.infer<typeof KinView>[] = [];
  let next = mentor;
  while (next !== null && shown.length < ancestorsMax) {
    const one = await kin(city, next);
    if ('code' in one) return { shown, isMore: true };
    shown.push(one);
    next = one.mentor;
  }
  return { shown, isMore: next !== null };
}

async function descendantsOf(city: City, { mentees }: z.infer<typeof KinView>): Promise<Found> {
  const shown: z.infer<typeof KinView>[] = [];
  let isMore = false;
  let generation = mentees;
  for (let n = 0; n < generationsBelow; n++) {
    const next: string[] = [];
    for (const id of generation) {
      const one = shown.length < descendantsMax ? await kin(city, id) : undefined;
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

const machines = defineRoute({
  method: 'GET',
  path: '/v1/dashboard/machines',
  summary: 'The state charts of the city: how many actors of each kind are in which state',
  caller: 'operator',
  query: z.strictObject({}),
  answer: z.looseObject({
    items: z.array(
      z.looseObject({
        kind: z.string(),
        actors: z.int(),
        states: z.record(z.string(), z.int()).meta({ description: 'Those that somebody is in' }),
      }),
    ),
  }),
  perform: (_request, city) => city.view(view('machines', {})),
});

/** Seqs that one look goes back at most: the oldest of what was missed is a gap. */
const feedReach = 100_000;

const Since = z.strictObject({
  limit: Page.shape.limit,
  since: z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .transform(Number)
    .optional()
    .meta({ description: 'The `seq` after which to begin', override: { type: 'integer', minimum: 0 } }),
});

const feed = (control: Pick<CityControl, 'health'>) =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/feed',
    summary: 'Public events after `since`, in order; ask on with the `since` of the answer',
    caller: 'operator',
    query: Since,
    answer: z.looseObject({
      items: z.array(z.looseObject({ seq: z.int(), type: z.string() })),
      since: z.int(),
      gap: z.looseObject({ from: z.int(), to: z.int() }).nullable(),
    }),
    perform: async ({ query: { limit, since = 0 } }, city) => {
      const until = control.health.seq;
      const back = { after: Math.min(since, until), until, limit, reach: feedReach };
      const { events, through, gap } = await city.missed(null, back);
      const items = events.map(({ json }) => JSON.parse(json));
      return { type: 'shown', value: { items, since: through, gap } };
    },
  });
