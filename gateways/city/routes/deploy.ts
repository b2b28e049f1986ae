/** From a workshop to a pod, in place; and from a pod to a larger one. */
import { z } from 'zod';
import type { Link } from '../../../actors/kinds/connection/messages.ts';
import { openToAll } from '../../../actors/rules/place/access.ts';
import { libraryTerminal } from '../../../actors/rules/workshops/deploy-rules.ts';
import { sizeOf } from '../../../actors/rules/workshops/tiers.ts';
import { view } from '../../../actors/views.ts';
import { BuiltPod } from '../../answers/pods.ts';
import type { Resident } from '../../route/auth.ts';
import { defineRoute } from '../../route/route.ts';
import { DisplayName, PlaceId, Price, WorkshopId } from '../../schema/fields.ts';
import {
  Access,
  Description,
  EntranceDescription,
  ExitDescription,
  funding,
  Pricing,
  Tier,
  Visibility,
} from '../../schema/place-fields.ts';
import { act, placeNamed, pricingOf, Texts } from './ask.ts';

/** More than the largest pod may have: the city decides how many the tier allows. */
const linksMax = 2 * sizeOf('massive').connectionsMax;

const LinkAsked = z.strictObject({
  from: PlaceId.meta({ description: 'A place that is there already: its id, or "current"' }),
  bidirectional: z.boolean().optional().meta({ description: 'true when absent' }),
  visibility: Visibility.optional(),
  entrance_description: EntranceDescription.optional(),
  exit_description: ExitDescription.optional(),
  access: Access.optional(),
});

export const deploy = defineRoute({
  method: 'POST',
  path: '/v1/deploy',
  summary: 'Make a pod of a workshop, or a larger one of a pod (`source` its id, `tier` larger, no connections)',
  caller: 'resident',
  body: z.strictObject({
    source: WorkshopId.meta({ description: 'The workshop: its id, or at home the name of the room' }),
    name: DisplayName.optional(),
    tier: Tier,
    description: Description.optional(),
    connections: z.array(LinkAsked).max(linksMax).optional(),
    pricing: Pricing.optional(),
    features: z.array(z.literal(libraryTerminal)).max(1).optional(),
    funding: funding(Price).optional(),
  }),
  answer: BuiltPod,
  status: 201,
  refusals: [
    'not_found',
    'location_required',
    'not_representative',
    'tier_capacity_exceeded',
    'connection_approval_required',
    'insufficient_credits',
    'endowment_kept',
    'pod_shut_down',
    'invalid_state',
  ],
  command: ({ caller, body }) => {
    const texts = new Texts();
    return act(
      caller,
      {
        type: 'deploy',
        source: body.source,
        name: body.name ?? null,
        tier: body.tier,
        description: texts.hashOrNull(body.description),
        links: (body.connections ?? []).map((link) => linkOf(link, caller, texts)),
        pricing: body.pricing === undefined ? null : pricingOf(body.pricing, texts),
        features: body.features ?? [],
        funding: body.funding?.initial_credits ?? 0,
        contributors: body.funding?.contributors ?? [],
      },
      view('built', { id: body.source, resident: caller.id }),
      texts,
    );
  },
});

function linkOf(link: z.infer<typeof LinkAsked>, caller: Resident, texts: Texts): Link {
  return {
    from: placeNamed(link.from, caller),
    bidirectional: link.bidirectional ?? true,
    visibility: link.visibility ?? 'visible',
    entrance: texts.hashOrNull(link.entrance_description),
    wayBack: texts.hashOrNull(link.exit_description),
    access: link.access ?? openToAll,
  };
}
