/** From a workshop to a pod: creation, the door, deploying, a larger tier. */
import type { Settings } from '../../../engine/actor-kind.ts';
import { must } from '../../../engine/assert.ts';
import { burn, each, post } from '../../../engine/effect.ts';
import type { Scene } from '../../chart.ts';
import { perform } from '../../effects.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { commons, connectionActor, residentActor } from '../../rules/place/names.ts';
import { askedFor, type NamedWithFunding, partsOf } from '../../rules/workshops/contributions.ts';
import {
  type DeployEvent,
  deployGuards,
  deployRefusals,
  fullUpkeep,
  isSeenAfter,
  openLinks,
  payForDeploy,
  payFunding,
  unaffordable,
} from '../../rules/workshops/deploy-rules.ts';
import { doorOf } from '../../rules/workshops/opening.ts';
import { deployCost, half, isLarger, podUpkeep, type Tier } from '../../rules/workshops/tiers.ts';
import { workers } from '../../rules/workshops/workers.ts';
import {
  allowanceOf,
  type Birth,
  birth,
  change,
  concerned,
  effect,
  everyone,
  happening,
  type On,
  on,
  pool,
  refuses,
} from './base.ts';
import type { PodEvent } from './facts.ts';
import type { PodContext } from './messages.ts';

/** A rule for a deploy: it receives the deploy and the pod's context. */
const onDeploy = <Result>(rule: (event: DeployEvent, context: PodContext) => Result) =>
  on('deploy', ({ event, context }: On<'deploy'>) => rule(event, context));

/** Half of what a deployed pod of its tier costs each tick (WS2). */
const workshopUpkeep = (settings: Settings, tier: Tier): number => half(podUpkeep(settings, tier));

export const construction = {
  guards: {
    ...deployGuards,
    isWorkshop: (scene: Scene<PodContext, PodEvent>) => birth(scene).beginning === 'workshop',
    /** A workshop is deployed from the place where it was opened (DE1). */
    standsAtBirthplace: onDeploy(({ location }, { birthplace }) => location === birthplace),
    byRepresentative: ({ context, event }: Scene<PodContext, PodEvent>) =>
      'by' in event && event.by === context.representative,
    linksBeginHere: onDeploy(({ links }, { birthplace }) => links[0]?.from === birthplace),
    /** A second deploy can only enlarge the tier (DE8). */
    isLargerTier: onDeploy(({ tier }, context) => isLarger(tier, context.tier)),
    asksNothingElse: onDeploy(
      ({ links, features, pricing }) => links.length === 0 && features.length === 0 && pricing === null,
    ),
    canPayDifference: onDeploy((event, context) => unaffordable(event, paidFor(event, context)) === undefined),
  },
  actions: {
    payForWorkshop: effect((scene) => {
      const { creator, funding, facts } = birth(scene);
      const { context } = scene;
      const cost = half(deployCost(facts.settings, context.tier));
      return each([
        post(residentActor(creator), 'treasury', cost, 'workshop'),
        post(residentActor(creator), pool(context), funding, 'funding'),
        burn(pool(context), context.upkeep),
      ]);
    }),
    payForPod: effect((scene) => {
      const { creator, funding } = birth(scene);
      const { context } = scene;
      return each([
        post(residentActor(creator), pool(context), funding, 'funding'),
        burn(pool(context), context.upkeep),
      ]);
    }),
    /** The deploy counts for the resident who deploys it, not for the owner. */
    countDeploy: effect((scene) => {
      const { event } = scene;
      const builder = event.type === 'deploy' ? event.by : birth(scene).creator;
      return send(residentActor(builder), { type: 'counted', deed: 'pods' });
    }),
    prepareSandbox: effect(({ context }) =>
      perform('sandbox.prepare', { place: context.id, allowance: allowanceOf(context) }),
    ),
    tellCreated: effect(({ context }) => {
      const { id, name, tier, birthplace, exit, owner: creator } = context;
      const data = { id, name, tier, location: birthplace, exit_id: exit };
      return tell(
        { ...happening(context, 'workshop.created', data, creator), location: birthplace },
        { actors: concerned(context, creator) },
      );
    }),

    ...deployRefusals<PodContext, PodEvent>(),
    refuseElsewhere: refuses(
      onDeploy(({ location }, { birthplace }) =>
        refusal('location_required', { required: must(birthplace, 'where the workshop is'), current: location }),
      ),
    ),
    refuseFirstLink: refuses(({ context }) =>
      refusal('invalid_request', {
        issues: [
          { path: 'connections', message: `the first is from ${context.birthplace}, where the workshop was created` },
        ],
      }),
    ),
    refuseDifference: refuses(onDeploy((event, context) => unaffordable(event, paidFor(event, context)))),
    refuseTier: refuses(({ context }) =>
      refusal('invalid_request', { issues: [{ path: 'tier', message: `must be larger than ${context.tier}` }] }),
    ),
    refuseLinks: refuses(() =>
      refusal('invalid_request', {
        issues: [
          {
            path: 'connections',
            message:
              'only the tier is raised: ask for connections with POST /v1/connections/request, set prices with POST /v1/pods/:id/pricing; features are chosen at the first deploy',
          },
        ],
      }),
    ),

    payDeploy: effect(
      onDeploy((event, context) => {
        const more = fullUpkeep(event.facts.settings, event.tier, event.features) - context.upkeep;
        return each([payForDeploy(event), payFunding(event, context.id), burn(pool(context), more)]);
      }),
    ),
    openConnections: effect(onDeploy((event, { id }) => openLinks(event, id))),
    openDoorToWorkers: effect(({ context }) => {
      const { door } = context;
      return door === null ? each([]) : send(connectionActor(door), { type: 'door.admits', members: workers(context) });
    }),
    closeDoor: effect(({ context }) =>
      context.door === null ? each([]) : send(connectionActor(context.door), { type: 'door.closes' }),
    ),
    /** It is the same pod in the same place, with its code (DE5). */
    becomePod: change(
      onDeploy((event, context) => {
        const { name, tier, description, pricing, features, facts } = event;
        return {
          ...namedBy(event),
          name: name ?? context.name,
          tier,
          description: description ?? context.description,
          pricing: pricing ?? context.pricing,
          features,
          upkeep: fullUpkeep(facts.settings, tier, features),
          birthplace: null,
          door: null,
          exit: null,
        };
      }),
    ),
    tellDeployed: effect((scene) => {
      const { context, event } = scene;
      const { id, name, tier, owner } = context;
      const by = event.type === 'deploy' ? event.by : owner;
      const isSeen = event.type === 'deploy' ? isSeenAfter(event) : birth(scene).isSeen;
      return tell(happening(context, 'pod.deployed', { id, name, tier, owner }, by), everyone(context, isSeen, by));
    }),

    payDifference: effect(
      onDeploy((event, context) => {
        const more = fullUpkeep(event.facts.settings, event.tier, context.features) - context.upkeep;
        return each([
          payForDeploy(event, paidFor(event, context)),
          payFunding(event, context.id),
          burn(pool(context), more),
        ]);
      }),
    ),
    raiseTier: change(
      onDeploy((event, context) => {
        const { name, tier, description, facts } = event;
        return {
          ...namedBy(event),
          tier,
          upkeep: fullUpkeep(facts.settings, tier, context.features),
          name: name ?? context.name,
          description: description ?? context.description,
        };
      }),
    ),

    /** The place in which it was opened has ended (WS5). */
    moveToCommons: change(
      on('birthplace.ended', ({ event }) => ({
        birthplace: commons,
        door: event.facts.request,
        exit: event.facts.exit,
      })),
    ),
    openDoor: effect(({ context }) => {
      const { id, owner, door, exit } = context;
      return doorOf(commons, id, owner ?? '', workers(context), {
        request: door ?? '',
        exit: exit ?? '',
        entrance: null,
      });
    }),
  },
};

/** Contributors named by a deploy replace those named before. When it names none, those and the share they are asked for remain (PD8). */
function namedBy(event: DeployEvent): NamedWithFunding {
  const parts = partsOf(event);
  return parts.contributors.length === 0
    ? {}
    : { contributors: parts.contributors, asked: askedFor(parts, event.facts) };
}

/** The part of a larger tier's cost that is paid already: that of the present tier. */
const paidFor = ({ facts }: DeployEvent, { tier }: PodContext): number => deployCost(facts.settings, tier);

/** The context of a new pod. */
export function bornContext({ input }: { readonly input: Birth }): PodContext {
  const { id, name, tier, owner, representative, collaborators, contributors, share, birthplace, door, exit } = input;
  const { description, pricing, features, code, entry, store, beginning } = input;
  const { settings } = input.facts;
  const access = { type: 'public' as const, allowed: [] };
  return {
    id,
    name,
    tier,
    upkeep: beginning === 'workshop' ? workshopUpkeep(settings, tier) : fullUpkeep(settings, tier, features),
    owner,
    representative,
    collaborators,
    contributors,
    asked: askedFor({ contributors, share }, input.facts),
    birthplace,
    door,
    exit,
    description,
    access,
    pricing,
    features,
    code,
    entry,
    store,
  };
}
