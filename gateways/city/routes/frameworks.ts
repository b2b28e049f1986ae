/** The frameworks that souls can be written for. Public: a visitor reads them before there is anyone to ask as. */
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { FrameworkId, listOf, Page } from '../../schema/fields.ts';

const Framework = z.looseObject({ id: z.string() }).meta({ id: 'Framework' });

export const getFrameworks = defineRoute({
  method: 'GET',
  path: '/v1/frameworks',
  summary: 'The frameworks of this city',
  caller: 'public',
  query: Page,
  answer: listOf(Framework),
  view: ({ query }) => ({ view: 'frameworks', args: { limit: query.limit, cursor: query.cursor ?? null } }),
});

export const getFramework = defineRoute({
  method: 'GET',
  path: '/v1/frameworks/:id',
  summary: 'One framework and the fields of its souls',
  caller: 'public',
  params: z.strictObject({ id: FrameworkId }),
  answer: Framework,
  refusals: ['not_found'],
  view: ({ params }) => ({ view: 'framework', args: { id: params.id } }),
});
