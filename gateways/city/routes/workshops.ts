/** Shared workshops: opened where one stands, entered by a door of their own. */
import { z } from 'zod';
import { collaboratorsMax } from '../../../actors/place/workshop.ts';
import { defineRoute } from '../../route.ts';
import { Credits, DisplayName, PlaceId, ResidentId, WorkshopId } from '../../schema/fields.ts';
import { EntranceDescription, funding, Pod, ResidentList, Tier } from '../../schema/place-fields.ts';
import { act, actAndAwait, Texts } from './ask.ts';

/** The way into the workshop. Whoever works there may pass, and nobody else. */
const Door = z.strictObject({
  from: PlaceId.meta({ description: '"current", or the location' }),
  bidirectional: z
    .literal(true, { error: 'a workshop is left by the door one came in by: true, or nothing' })
    .optional(),
  entrance_description: EntranceDescription.optional(),
  access: z
    .strictObject({
      type: z.enum(['private', 'members'], {
        error: 'only those who work there enter a workshop: "private" or "members"',
      }),
      allowed: ResidentList(collaboratorsMax).optional(),
    })
    .optional(),
});

const Opening = z.strictObject({
  name: DisplayName,
  tier: Tier,
  location: PlaceId.optional().meta({ description: 'Where you stand: its id, or "current", as when absent' }),
  access: ResidentList(collaboratorsMax)
    .optional()
    .meta({ description: 'Who works there besides you and the representative' }),
  connections: z
    .array(Door)
    .max(1, { error: 'a workshop has one door; its connections come with POST /v1/deploy' })
    .optional(),
  representative: ResidentId.optional().meta({ description: 'You, when absent' }),
  funding: funding(Credits),
});

export const openWorkshop = defineRoute({
  method: 'POST',
  path: '/v1/workshops',
  summary: 'Open a shared workshop where you stand: half the cost of its tier, and credits for its pool',
  caller: 'resident',
  body: Opening,
  answer: Pod.extend({ location: z.string().nullable(), exit_id: z.string().nullable() }),
  status: 201,
  refusals: [
    'location_required',
    'insufficient_credits',
    'not_found',
    'tier_capacity_exceeded',
    'pod_shut_down',
    'invalid_state',
  ],
  command: ({ caller, body }) => {
    const texts = new Texts();
    return act(
      caller,
      {
        type: 'open_workshop',
        place: body.location ?? 'current',
        name: body.name,
        tier: body.tier,
        collaborators: body.access ?? [],
        admitted: body.connections?.[0]?.access?.allowed ?? [],
        contributors: body.funding.contributors ?? [],
        representative: body.representative ?? caller.id,
        funding: body.funding.initial_credits,
        entrance: texts.hashOrNull(body.connections?.[0]?.entrance_description),
        from: body.connections?.[0]?.from ?? 'current',
      },
      { view: 'built', args: { resident: caller.id } },
      texts,
    );
  },
});

export const runCode = defineRoute({
  method: 'POST',
  path: '/v1/workshops/:id/run',
  summary: 'Run the code of the workshop: index.js, or main.py where there is Python; 10 seconds at most, free',
  caller: 'resident',
  at: 'workshop',
  params: z.strictObject({ id: WorkshopId }),
  answer: z.looseObject({
    exit_code: z.int(),
    stdout: z.string(),
    stderr: z.string(),
    duration_ms: z.number(),
    timed_out: z.boolean(),
    oom_killed: z.boolean(),
    truncated: z.boolean(),
  }),
  refusals: ['access_denied', 'not_invited', 'pod_shut_down', 'service_failed', 'sandbox_unavailable', 'invalid_state'],
  command: ({ caller, params }) => actAndAwait(caller, { type: 'run_code', workshop: params.id }),
});
