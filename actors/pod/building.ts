/** From a workshop to a pod: creation, the door, deploying, a larger tier. */
import { assertEvent, assign, emit } from 'xstate';
import { burn, each, perform, post, refusal, send, tell } from '../../engine/effect.ts';
import type { Settings } from '../../engine/kind.ts';
import {
  faultOf,
  fullUpkeep,
  misplacedFeature,
  openLinks,
  overCapacity,
  payForDeploy,
  payFunding,
  unaffordable,
  unapproved,
  underfunded,
} from '../deploy.ts';
import { orNothing } from '../link.ts';
import { doorOf } from '../place.ts';
import { commons, connectionActor, residentActor } from '../places.ts';
import { deployCost, half, isLarger, podUpkeep, type Tier } from '../tiers.ts';
import { allowanceOf, base, birth, concerned, everyone, news, type PodContext, pool, type Scene } from './base.ts';

/** Half of what a deployed pod of its tier costs each tick. */
const workshopUpkeep = (settings: Settings, tier: Tier): number => half(podUpkeep(settings, tier));

const deployEvent = ({ event }: Scene) => {
  assertEvent(event, 'deploy');
  return event;
};
const tierOf = (scene: Scene): Tier => deployEvent(scene).tier;

const firstLinkLeadsAway = (scene: Scene): boolean => deployEvent(scene).links[0]?.from !== scene.context.birthplace;

export const building = base.extend({
  guards: {
    isWorkshop: ({ event }) => birth(event).beginning === 'workshop',
    standsAtBirthplace: (scene) => deployEvent(scene).standing === scene.context.birthplace,
    byRepresentative: ({ context, event }) => 'by' in event && event.by === context.representative,
    linksBeginHere: (scene) => !firstLinkLeadsAway(scene),
    placesStand: (scene) => faultOf(deployEvent(scene)) === undefined,
    featuresFit: (scene) => misplacedFeature(deployEvent(scene), tierOf(scene)) === undefined,
    fundsOneTick: (scene) => underfunded(deployEvent(scene), tierOf(scene)) === undefined,
    tierHasCapacity: (scene) => overCapacity(deployEvent(scene), tierOf(scene)) === undefined,
    placesApprove: (scene) => unapproved(deployEvent(scene)) === undefined,
    callerCanPay: (scene) => unaffordable(deployEvent(scene), tierOf(scene)) === undefined,
    isLargerTier: (scene) => isLarger(tierOf(scene), scene.context.tier),
    asksNothingElse: (scene) => {
      const { links, features, pricing } = deployEvent(scene);
      return links.length === 0 && features.length === 0 && pricing === null;
    },
    canPayDifference: (scene) => unaffordable(deployEvent(scene), tierOf(scene), paidFor(scene)) === undefined,
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
    refusePlaces: emit((scene) => orNothing(faultOf(deployEvent(scene)))),
    refuseFeatures: emit((scene) => orNothing(misplacedFeature(deployEvent(scene), tierOf(scene)))),
    refuseFunding: emit((scene) => orNothing(underfunded(deployEvent(scene), tierOf(scene)))),
    refuseCapacity: emit((scene) => orNothing(overCapacity(deployEvent(scene), tierOf(scene)))),
    refuseUnapproved: emit((scene) => orNothing(unapproved(deployEvent(scene)))),
    refuseShort: emit((scene) => orNothing(unaffordable(deployEvent(scene), tierOf(scene), 0))),
    refuseDifference: emit((scene) => orNothing(unaffordable(deployEvent(scene), tierOf(scene), paidFor(scene)))),
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
      const { settings } = event.facts;
      const tier = tierOf(scene);
      const more = fullUpkeep(settings, tier, event.features) - scene.context.upkeep;
      return each([payForDeploy(event, tier), payFunding(event, scene.context.id), burn(pool(scene.context), more)]);
    }),
    openConnections: emit((scene) => openLinks(deployEvent(scene), scene.context.id)),
    closeDoor: emit(({ context }) =>
      context.door === null ? each([]) : send(connectionActor(context.door), { type: 'door.closes' }),
    ),
    becomePod: assign((scene) => {
      const { name, description, pricing, features } = deployEvent(scene);
      const { context } = scene;
      return {
        name: name ?? context.name,
        tier: tierOf(scene),
        description: description ?? context.description,
        pricing: pricing ?? context.pricing,
        features,
        upkeep: fullUpkeep(scene.event.facts.settings, tierOf(scene), features),
        birthplace: null,
        door: null,
        exit: null,
      };
    }),
    tellDeployed: emit(({ context, event }) => {
      const { id, name, tier, owner } = context;
      const by = event.type === 'deploy' ? event.by : owner;
      return tell(news(context, 'pod.deployed', { id, name, tier, owner }, by), everyone(context));
    }),

    payDifference: emit((scene) => {
      const event = deployEvent(scene);
      const { settings } = event.facts;
      const { features, upkeep } = scene.context;
      const more = fullUpkeep(settings, tierOf(scene), features) - upkeep;
      return each([
        payForDeploy(event, tierOf(scene), paidFor(scene)),
        payFunding(event, scene.context.id),
        burn(pool(scene.context), more),
      ]);
    }),
    raiseTier: assign((scene) => {
      const { name, description } = deployEvent(scene);
      const { context } = scene;
      return {
        tier: tierOf(scene),
        upkeep: fullUpkeep(scene.event.facts.settings, tierOf(scene), context.features),
        name: name ?? context.name,
        description: description ?? context.description,
      };
    }),

    moveToCommons: assign(({ event }) => {
      assertEvent(event, 'birthplace.ended');
      return { birthplace: commons, door: event.facts.request, exit: event.facts.exit };
    }),
    openDoor: emit(({ context }) => {
      const { id, owner, representative, collaborators, door, exit } = context;
      const members = [...new Set([owner, representative, ...collaborators])].filter((one) => one !== null);
      return doorOf(commons, id, owner ?? '', members, { request: door ?? '', exit: exit ?? '', entrance: null });
    }),
  },
});

/** What of the cost of a larger tier is paid already: that of the present one. */
const paidFor = (scene: Scene): number => deployCost(deployEvent(scene).facts.settings, scene.context.tier);

/** The context of a newborn. */
export function bornContext({ input }: { readonly input: ReturnType<typeof birth> }): PodContext {
  const { id, name, tier, owner, representative, collaborators, birthplace, door, exit } = input;
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
