/** Pods and workshops, as those see them who manage them or pay for them, and the containers in them. */
import { z } from 'zod';
import { visibilities } from '../../actors/kinds/connection/messages.ts';
import { containerStates } from '../../actors/kinds/container/state.ts';
import { podStates } from '../../actors/kinds/pod/state.ts';
import { accessTypes } from '../../actors/rules/place/access.ts';
import { tierNames } from '../../actors/rules/workshops/tiers.ts';
import { Amount, account, PodStatus } from './common.ts';

const Tier = z.enum(tierNames);
export const VisibilityShown = z.enum(visibilities);

/** Who may enter. */
export const Entry = z
  .strictObject({ type: z.enum(accessTypes), allowed: z.array(z.string()) })
  .meta({ id: 'AccessShown' });

/** A pod's pool of credits. */
export const Pool = z.strictObject({ id: z.string(), name: z.string(), status: PodStatus, ...account });

/** A pool after a funding. */
export const Funded = z.strictObject({
  id: z.string(),
  status: PodStatus,
  ...account,
  connection_bought: z.boolean(),
  your_balance: Amount,
});

/** The answer of a contributor who was named with a funding. */
const Contribution = z
  .strictObject({
    resident: z.string(),
    share: Amount,
    status: z
      .enum(['named', 'asked', 'paid', 'declined', 'expired'])
      .meta({ description: 'named: it was asked for nothing. expired: it did not answer in time' }),
  })
  .meta({ id: 'Contribution' });

/** The pool after the answer of a contributor. */
export const Contributed = z.strictObject({
  id: z.string(),
  status: PodStatus,
  ...account,
  contribution: Contribution,
  your_balance: Amount,
});

const container = {
  id: z.string(),
  name: z.string(),
  agent_id: z.string(),
  status: z.enum(containerStates),
  source: z.string().nullable().describe('The workshop that its code is of; null before it runs'),
  resource_allocation: z.strictObject({ cpu: z.string(), memory: z.string() }),
};

export const Container = z
  .strictObject({ ...container, pod: z.string(), description: z.string().nullable() })
  .meta({ id: 'Container' });

const ConnectionOfPod = z.strictObject({
  exit_id: z.string(),
  request_id: z.string(),
  from: z.string(),
  to: z.string(),
  bidirectional: z.boolean(),
  visibility: VisibilityShown,
  access: Entry,
  entrance_description: z.string().nullable(),
  exit_description: z.string().nullable(),
});

const pod = {
  id: z.string(),
  name: z.string(),
  status: PodStatus,
  tier: Tier,
  owner: z.string().nullable(),
  representative: z.string().nullable(),
  features: z.array(z.string()),
  location: z.string().nullable().optional().meta({ description: 'Of a workshop: where it was opened' }),
  exit_id: z.string().nullable().optional().meta({ description: 'Of a workshop: its door' }),
  state: z.enum(podStates).exclude(['beginning']),
  description: z.string().nullable(),
  pool: z.strictObject(account),
  connections: z.array(ConnectionOfPod),
  connections_count: z.int(),
  connections_max: z.int(),
  containers: z.array(z.strictObject(container)),
  pricing: z.strictObject({
    per_entry: Amount.nullable(),
    per_query: Amount,
    revenue_split: z.record(z.string(), z.number()),
    input_description: z.string().nullable(),
  }),
  access: Entry,
  keeps_words: z.boolean().meta({ description: 'What is said aloud in it, while it is seen, can be read there later' }),
  collaborators: z.array(z.string()),
  contributors: z.array(Contribution),
  has_service: z.boolean(),
};

/** A pod as its representative sees it. */
export const Pod = z.strictObject(pod).meta({ id: 'Pod' });

/** A request for a connection that was made together with a workshop. */
const RequestMade = z.strictObject({ request_id: z.string(), from: z.string() });

/** A pod, for the resident who has built it or given it away. */
export const BuiltPod = z
  .strictObject({
    ...pod,
    requests: z.array(RequestMade).optional().meta({ description: 'Of a workshop: connections asked for with it' }),
    charged: Amount,
    balance: Amount.meta({ description: 'What you have left' }),
  })
  .meta({ id: 'BuiltPod' });
