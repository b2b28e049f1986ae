/** From a workshop to a pod: creation, the door, deploying, a larger tier. */
import { assertEvent, assign, emit } from 'xstate';
import type { Settings } from '../../engine/actor-kind.ts';
import { burn, each, perform, post, refusal, send } from '../../engine/effect.ts';
import {
  deployEvent,
  deployGuards,
  deployRefusals,
  fullUpkeep,
  isSeenAfter,
  openLinks,
  payForDeploy,
  payFunding,
  unaffordable,
} from '../building/deploy.ts';
import { orNothing } from '../building/link.ts';
import { deployCost, half, isLarger, podUpkeep, type Tier } from '../building/tiers.ts';
import { tell } from '../events.ts';
import { commons, connectionActor, residentActor } from '../place/names.ts';
import { doorOf } from '../place/workshop.ts';
import {
  allowanceOf,
  base,
  birth,
  concerned,
  everyone,
  news,
  type PodContext,
  pool,
  type Scene,
  workers,
} from './base.ts';
import type { PodEvent } from './messages.ts';

/** Half of what a deployed pod of its tier costs each tick. */
const workshopUpkeep = (settings: Settings, tier: Tier): number => half(podUpkeep(settings, tier));

const firstLinkLeadsAway = (scene: Scene): boolean => deployEvent(scene).links[0]?.from !== scene.context.birthplace;

export const building = base.extend({
  guards: {
    ...deployGuards,
    isWorkshop: ({ event }) => birth(event).beginning === 'workshop',
    standsAtBirthplace: (scene) => deployEvent(scene).standing === scene.context.birthplace,
    byRepresentative: ({ context, event }) => 'by' in event && event.by === context.representative,
    linksBeginHere: (scene) => !firstLinkLeadsAway(scene),
    isLargerTier: (scene) => isLarger(deployEvent(scene).tier, scene.context.tier),
    asksNothingElse: (scene) => {
      const { links, features, pricing } = deployEvent(scene);
      return links.length === 0 && features.length === 0 && pricing === null;
    },
    canPayDifference: (scene) => unaffordable(deployEvent(scene), paidFor(scene)) === undefined,
  },
  actions: {
    payForWorkshop: emit(({ context, event }) => {
      const { creator, funding, facts } = birth(event);
      const cost = half(deployCost(facts.settings, context.tier));
      return each([
        post(residentActor(creator), 'treasury', cost, 'workshop'),
        post(residentActor(creator), pool(context), funding, 'funding'),
        burn(pool(context), context.upkeep),
      ]);
    }),
    payForPod: emit(({ context, event }) => {
      const { creator, funding } = birth(event);
      return each([
        post(residentActor(creator), pool(context), funding, 'funding'),
        burn(pool(context), context.upkeep),
      ]);
    }),
    prepareSandbox: emit(({ context }) =>
      perform('sandbox.prepare', { place: context.id, allowance: allowanceOf(context) }),
    ),
    tellCreated: emit(({ context }) => {
      const { id, name, tier, birthplace, exit, owner: creator } = context;
      const data = { id, name, tier, location: birthplace, exit_id: exit };
      return tell(
        { ...news(context, 'workshop.created', data, creator), location: birthplace },
        { actors: concerned(context, creator) },
      );
    }),

    ...deployRefusals<PodContext, PodEvent>(),
    refuseElsewhere: emit((scene) =>
      refusal('location_required', { required: scene.context.birthplace, current: deployEvent(scene).standing }),
    ),
    refuseFirstLink: emit(({ context }) =>
      refusal('invalid_request', {
        issues: [
          { path: 'connections', message: `the first is from ${context.birthplace}, where the workshop was created` },
        ],
      }),
    ),
    refuseDifference: emit((scene) => orNothing(unaffordable(deployEvent(scene), paidFor(scene)))),
    refuseTier: emit(({ context }) =>
      refusal('invalid_request', { issues: [{ path: 'tier', message: `must be larger than ${context.tier}` }] }),
    ),
    refuseLinks: emit(() =>
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

    payDeploy: emit((scene) => {
      const event = deployEvent(scene);
      const more = fullUpkeep(event.facts.settings, event.tier, event.features) - scene.context.upkeep;
      return each([payForDeploy(event), payFunding(event, scene.context.id), burn(pool(scene.context), more)]);
    }),
    openConnections: emit((scene) => openLinks(deployEvent(scene), scene.context.id)),
    openDoorToWorkers: emit(({ context }) => {
      const { door } = context;
      return door === null ? each([]) : send(connectionActor(door), { type: 'door.admits', members: workers(context) });
    }),
    closeDoor: emit(({ context }) =>
      context.door === null ? each([]) : send(connectionActor(context.door), { type: 'door.closes' }),
    ),
    becomePod: assign((scene) => {
      const { name, tier, description, pricing, features, contributors, facts } = deployEvent(scene);
      const { context } = scene;
      return {
        ...(contributors.length > 0 && { contributors }),
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
    tellDeployed: emit(({ context, event }) => {
      const { id, name, tier, owner } = context;
      const by = event.type === 'deploy' ? event.by : owner;
      const isSeen = event.type === 'deploy' ? isSeenAfter(event) : birth(event).isSeen;
      return tell(news(context, 'pod.deployed', { id, name, tier, owner }, by), everyone(context, isSeen, by));
    }),

    payDifference: emit((scene) => {
      const event = deployEvent(scene);
      const { features, upkeep } = scene.context;
      const more = fullUpkeep(event.facts.settings, event.tier, features) - upkeep;
      return each([
        payForDeploy(event, paidFor(scene)),
        payFunding(event, scene.context.id),
        burn(pool(scene.context), more),
      ]);
    }),
    raiseTier: assign((scene) => {
      const { name, tier, description, facts } = deployEvent(scene);
      const { context } = scene;
      return {
        tier,
        upkeep: fullUpkeep(facts.settings, tier, context.features),
        name: name ?? context.name,
        description: description ?? context.description,
      };
    }),

    moveToCommons: assign(({ event }) => {
      assertEvent(event, 'birthplace.ended');
      return { birthplace: commons, door: event.facts.request, exit: event.facts.exit };
    }),
    openDoor: emit(({ context }) => {
      const { id, owner, door, exit } = context;
      return doorOf(commons, id, owner ?? '', workers(context), {
        request: door ?? '',
        exit: exit ?? '',
        entrance: null,
      });
    }),
  },
});

/** What of the cost of a larger tier is paid already: that of the present one. */
const paidFor = (scene: Scene): number => deployCost(deployEvent(scene).facts.settings, scene.context.tier);

/** The context of a newborn. */
export function bornContext({ input }: { readonly input: ReturnType<typeof birth> }): PodContext {
  const { id, name, tier, owner, representative, collaborators, contributors, birthplace, door, exit } = input;
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
