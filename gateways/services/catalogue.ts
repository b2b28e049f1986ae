/** The catalogue of global services: where each can be reached, what it costs, and how it is used. */
import { z } from 'zod';
import { listOf } from '../answers/common.ts';
import { GlobalService } from '../answers/global-services.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../route/route.ts';
import { Page } from '../schema/fields.ts';
import { type Offered, servicesPath } from './service-routes.ts';
import { surroundingsOf } from './surroundings.ts';

/** Where a service can be reached that is not available everywhere. */
const whereOnly = {
  library_terminal:
    'only in a pod with a library terminal (`"features":["library_terminal"]` in POST /v1/deploy, medium or larger), or a container of it',
} as const;

/** The list of services, and the text of each. */
export function catalogueRoutes(offered: readonly Offered[]): readonly Route[] {
  return [listRoute(offered), skillRoute(offered)];
}

const listRoute = (offered: readonly Offered[]): Route =>
  defineRoute({
    method: 'GET',
    path: servicesPath,
    summary: 'The global services that can be reached from where you are, with their prices and paths',
    caller: 'resident',
    query: Page.extend({
      all: z.enum(['true', 'false']).optional().meta({ description: 'Also those that cannot be reached from here' }),
    }),
    answer: listOf(GlobalService),
    perform: async ({ caller, query }, city) => {
      const found = await surroundingsOf(city, caller);
      if (found.type === 'refused') return found;
      const isAvailable = ({ manifest }: Offered) => found.reachable.includes(manifest.availability);
      const isShown = (one: Offered) => query.all === 'true' || isAvailable(one);
      const { page, next_cursor } = pageOf(offered, isShown, query);
      return { type: 'shown', value: { items: page.map((one) => shown(one, isAvailable(one))), next_cursor } };
    },
  });

/** The page after the service that `cursor` names. */
function pageOf(
  offered: readonly Offered[],
  isShown: (one: Offered) => boolean,
  { limit, cursor }: z.infer<typeof Page>,
): { readonly page: readonly Offered[]; readonly next_cursor: string | null } {
  const from = cursor === undefined ? 0 : offered.findIndex(({ manifest }) => manifest.id === cursor) + 1;
  const rest = offered.slice(from).filter(isShown);
  const page = rest.slice(0, limit);
  return { page, next_cursor: rest.length > limit ? (page.at(-1)?.manifest.id ?? null) : null };
}

function shown({ manifest }: Offered, available: boolean): z.infer<typeof GlobalService> {
  const { id, name, description, availability, pricing, callsPerMinute, operations } = manifest;
  return {
    id,
    name,
    description,
    available,
    ...(!available && availability !== 'everywhere' && { why_not: whereOnly[availability] }),
    pricing,
    rate_limit: { limit: callsPerMinute, window_seconds: 60 },
    endpoints: Object.values(operations)
      .filter(({ isListed }) => isListed !== false)
      .map(({ method, path, summary, price }) => ({
        method,
        path: `${servicesPath}/${id}${path}`,
        summary,
        price: price === 'free' ? 'free' : price.text,
      })),
    skill: `${servicesPath}/${id}/skill`,
  };
}

const skillRoute = (offered: readonly Offered[]): Route =>
  defineRoute({
    method: 'GET',
    path: `${servicesPath}/:service/skill`,
    summary: 'How a global service is used, and when it is worth its price',
    caller: 'resident',
    params: z.strictObject({ service: z.string() }),
    answerType: 'text/markdown; charset=utf-8',
    answer: z.string(),
    perform: ({ params }) => {
      const skill = offered.find(({ manifest }) => manifest.id === params.service)?.skill;
      return Promise.resolve(
        skill === undefined
          ? refused('not_found', { kind: 'global-service', advice: `GET ${servicesPath}?all=true lists them.` })
          : ({ type: 'text', text: skill } as const),
      );
    },
  });
