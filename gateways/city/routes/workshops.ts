/** Shared workshops: opened where the caller stands, entered by a door. */
import { z } from 'zod';
import { commandAndWait } from '../../../actors/registry.ts';
import { collaboratorsMax } from '../../../actors/rules/workshops/opening.ts';
import { sizeOf } from '../../../actors/rules/workshops/tiers.ts';
import { view } from '../../../actors/views.ts';
import { Run } from '../../answers/code.ts';
import { BuiltPod } from '../../answers/pods.ts';
import type { SandboxAbout } from '../../gateway.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Credits, DisplayName, PlaceId, ResidentId, WorkshopId } from '../../schema/fields.ts';
import { Access, EntranceDescription, funding, ResidentList, Tier } from '../../schema/place-fields.ts';
import { act, placeNamed, Texts } from './ask.ts';
import { readCode, writeCode } from './code.ts';
import { deploy } from './deploy.ts';

/** More than the largest pod may have, and a door: the city decides how many the tier allows. */
const linksMax = 2 * sizeOf('massive').connectionsMax;

/** The first may be the door; each other one is a request for a connection to the workshop. */
const Connection = z.strictObject({
  from: PlaceId.meta({ description: 'A place that is there already: its id, or "current"' }),
  bidirectional: z.boolean().optional().meta({ description: 'true when absent' }),
  entrance_description: EntranceDescription.optional(),
  access: Access.optional(),
});

const Opening = z.strictObject({
  name: DisplayName,
  tier: Tier,
  location: PlaceId.optional().meta({ description: 'Where you stand: its id, or "current", as when absent' }),
  access: ResidentList(collaboratorsMax)
    .optional()
    .meta({ description: 'Who works there besides you and the representative' }),
  connections: z.array(Connection).max(linksMax).optional().meta({
    description:
      'The first, from here, both ways and with no access or private or members, is the door: for those who work there, free. Each other asks for a connection that waits for the deploy: its fee is held',
  }),
  representative: ResidentId.optional().meta({ description: 'You, when absent' }),
  funding: funding(Credits).optional().meta({
    description: 'One tick of its upkeep, when absent: unless somebody gives more, it closes after that tick',
  }),
});

const openWorkshop = defineRoute({
  method: 'POST',
  path: '/v1/workshops',
  summary: 'Open a shared workshop where you stand: half the cost of its tier, and credits for its pool',
  caller: 'resident',
  body: Opening,
  answer: BuiltPod,
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
        contributors: body.funding?.contributors ?? [],
        representative: body.representative ?? caller.id,
        funding: body.funding?.initial_credits ?? null,
        links: (body.connections ?? []).map((link) => ({
          from: placeNamed(link.from, caller),
          bidirectional: link.bidirectional ?? true,
          entrance: texts.hashOrNull(link.entrance_description),
          access: link.access ?? null,
        })),
      },
      view('built', { resident: caller.id }),
      texts,
    );
  },
});

const runCode = defineRoute({
  method: 'POST',
  path: '/v1/workshops/:id/run',
  summary: 'Run the code of the workshop: index.js, or main.py where there is Python; 10 seconds at most, free',
  caller: 'resident',
  at: 'workshop',
  params: z.strictObject({ id: WorkshopId }),
  answer: Run,
  refusals: ['access_denied', 'not_invited', 'pod_shut_down', 'service_failed', 'sandbox_unavailable', 'invalid_state'],
  command: ({ caller, params }) => commandAndWait(caller.actor, { type: 'run_code', workshop: params.id }),
});

/** From the first file to the pod. `sandbox`: says what can run code here. */
export const workshopRoutes = (sandbox: (() => Promise<SandboxAbout>) | undefined): readonly Route[] => [
  openWorkshop,
  writeCode,
  readCode(sandbox),
  runCode,
  deploy,
];
