/**
 * A room of a house, for one of four purposes. Its owner pays for it each tick and says who may come in; whoever is
 * inside when the invitation is taken back may stay. A workshop holds code, and a deploy makes it a pod of its own.
 *
 *   workshop | meeting | storage | study -> ended -> (opened again under the same name)
 */
import { assertEvent, assign, emit, not, setup } from 'xstate';
import type { Settings } from '../../engine/actor-kind.ts';
import { burn, type Effect, each, perform, refusal, retire, send, spawn } from '../../engine/effect.ts';
import {
  deployChecks,
  deployEvent,
  deployGuards,
  deployRefusals,
  isSeenAfter,
  openLinks,
  payForDeploy,
} from '../building/deploy.ts';
import { type Allowance, setting, sizeOf } from '../building/tiers.ts';
import { type Code, codeActions, codeGuards, noCode, refuseTooManyFiles, runCode } from '../code/code.ts';
import { tell } from '../events.ts';
import { callActor, houseOf, podActor, residentActor } from '../place/names.ts';
import type { PodInput } from '../pod/input.ts';
import { invitedMax, isLetIn, occupantsMax, type Purpose, type RoomEvent, type RoomInput } from './messages.ts';

export interface RoomContext extends RoomInput, Code {
  /** What it costs its owner each tick, in millicredits: as it was when that began. */
  readonly upkeep: number;
  readonly invited: readonly string[];
}

type Birth = RoomInput & { readonly facts: RoomEvent['facts'] };

interface Scene {
  readonly context: RoomContext;
  readonly event: RoomEvent;
}

/** A room's code has what a tiny pod has. */
const { cpuMillis, memoryMib, stores } = sizeOf('tiny');
const allowance: Allowance = { cpuMillis, memoryMib, stores };

/** Millicredits a tick. */
export const roomUpkeep = (settings: Settings, purpose: Purpose): number =>
  setting(settings, `ROOM_UPKEEP_${purpose.toUpperCase()}`);

/** Something that the owner did with its room. */
function news(
  { id, name, purpose, owner, house }: RoomContext,
  change: 'room.added' | 'room.removed' | 'room.invited' | 'room.revoked',
  others: readonly string[] = [],
): Effect {
  const place = { location: house, actor: owner, subject: id };
  const data = { id, name, purpose };
  const actors = [owner, ...others].map(residentActor);
  if (change === 'room.added' || change === 'room.removed') return tell({ type: change, ...place, data }, { actors });
  return tell({ type: change, ...place, data: { ...data, residents: [...others] } }, { actors });
}

const machine = setup({
  types: {
    context: {} as RoomContext,
    events: {} as RoomEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    isWorkshop: ({ context }) => context.purpose === 'workshop',
    isMeeting: ({ context }) => context.purpose === 'meeting',
    isStorage: ({ context }) => context.purpose === 'storage',
    byOwner: ({ context, event }) => 'by' in event && event.by === context.owner,
    byGuest: ({ context, event }) => 'by' in event && isLetIn(context, event.by),
    listHolds: ({ context, event }) => {
      assertEvent(event, 'invite');
      return new Set([...context.invited, ...event.residents]).size <= invitedMax;
    },
    travellerIsInvited: ({ context, event }) => {
      assertEvent(event, 'enter');
      return isLetIn(context, event.traveller);
    },
    hasSpace: ({ event }) => {
      assertEvent(event, 'enter');
      return event.facts.present < occupantsMax;
    },
    filesFit: ({ event }) => {
      assertEvent(event, 'write_code');
      return event.files <= event.facts.filesMax;
    },
    ...deployGuards,
    ...codeGuards,
    hasLink: (scene) => deployEvent(scene).links.length > 0,
    standsAtHome: (scene) => houseOf(deployEvent(scene).standing) === scene.context.house,
  },
  actions: {
    refuse: emit((_, { code, ...context }: { readonly code: string; readonly [field: string]: unknown }) =>
      refusal(code, context),
    ),
    refuseStranger: emit(({ context }) => refusal('not_representative', { representative: context.owner })),
    refuseUninvited: emit(({ context }) => refusal('not_invited', { location: context.id })),
    refuseAsRuin: emit(({ context }) => refusal('pod_shut_down', { location: context.id })),
    refuseList: emit(() =>
      refusal('invalid_request', {
        issues: [{ path: 'residents', message: `at most ${invitedMax} are invited to a room` }],
      }),
    ),
    refuseAsCrowded: emit(({ event }) => {
      assertEvent(event, 'enter');
      return refusal('tier_capacity_exceeded', { max: occupantsMax, current: event.facts.present });
    }),
    refuseFiles: emit(({ event }) => {
      assertEvent(event, 'write_code');
      return refuseTooManyFiles(event.facts.filesMax);
    }),
    ...deployRefusals<RoomContext, RoomEvent>(),
    ...codeActions<RoomContext, RoomEvent>(),
    refuseLinkless: emit(() =>
      refusal('invalid_request', {
        issues: [{ path: 'connections', message: 'at least one: a deployed pod is reached from somewhere' }],
      }),
    ),
    refuseElsewhere: emit((scene) =>
      refusal('location_required', { required: scene.context.house, current: deployEvent(scene).standing }),
    ),

    beginUpkeep: emit(({ context }) => burn(residentActor(context.owner), context.upkeep)),
    endUpkeep: emit(({ context }) => burn(residentActor(context.owner), -context.upkeep)),
    tellAdded: emit(({ context }) => news(context, 'room.added')),
    tellRemoved: emit(({ context }) => news(context, 'room.removed')),
    /** Whoever stayed in the ruin is in the house then: the new room is empty. */
    leadOccupantsOut: emit(({ context, event }) => {
      assertEvent(event, 'reopen');
      const { occupants } = event.facts;
      return each(occupants.map((one) => send(residentActor(one), { type: 'relocated', place: context.house })));
    }),
    furnishAnew: assign(({ event }) => {
      assertEvent(event, 'reopen');
      const { purpose, description, facts } = event;
      return { purpose, description, upkeep: roomUpkeep(facts.settings, purpose), invited: [], ...noCode };
    }),
    invite: assign(({ context, event }) => {
      assertEvent(event, 'invite');
      return { invited: [...new Set([...context.invited, ...event.residents])] };
    }),
    tellInvited: emit(({ context, event }) => {
      assertEvent(event, 'invite');
      return news(context, 'room.invited', event.residents);
    }),
    revoke: assign(({ context, event }) => {
      assertEvent(event, 'revoke');
      return { invited: context.invited.filter((one) => !event.residents.includes(one)) };
    }),
    tellRevoked: emit(({ context, event }) => {
      assertEvent(event, 'revoke');
      return news(context, 'room.revoked', event.residents);
    }),
    admit: emit(({ context, event }) => {
      assertEvent(event, 'enter');
      const { traveller, exit } = event;
      const admitted = { type: 'admitted', place: context.id, exit, visible: false, known: false, toll: 0 };
      return send(residentActor(traveller), admitted);
    }),

    run: emit(({ context, event }) => {
      assertEvent(event, 'run_code');
      const { id, code, entry } = context;
      const call = { id: event.facts.call, task: 'run', place: id, caller: event.by, price: 0, allowance } as const;
      return code === null || entry === null ? each([]) : runCode({ ...call, code, entry, input: null });
    }),
    answerRun: emit(({ event }) => {
      assertEvent(event, 'served');
      return send(callActor(event.call), { type: 'charged', amount: 0 });
    }),

    payDeploy: emit((scene) => payForDeploy(deployEvent(scene))),
    becomePod: emit((scene) => spawn(podActor(podOf(scene)), { ...podInput(scene) })),
    openConnections: emit((scene) => openLinks(deployEvent(scene), podOf(scene))),
    leadOccupantsOver: emit((scene) => {
      const place = podOf(scene);
      const { occupants } = roomFacts(scene);
      return each(occupants.map((one) => send(residentActor(one), { type: 'relocated', place })));
    }),
    leave: emit(() => retire),
    removeSandbox: emit(({ context }) => perform('sandbox.remove', { place: context.id })),
  },
});

const roomFacts = ({ event }: Scene) => {
  assertEvent(event, 'deploy');
  return event.facts;
};
const podOf = (scene: Scene): string => roomFacts(scene).pod;

function podInput(scene: Scene): PodInput {
  const { by, name, tier, description, pricing, features, funding } = deployEvent(scene);
  const { context } = scene;
  return {
    id: podOf(scene),
    name: name ?? context.name,
    tier,
    beginning: 'deployed',
    creator: by,
    owner: by,
    representative: by,
    collaborators: [],
    contributors: deployEvent(scene).contributors,
    isSeen: isSeenAfter(deployEvent(scene)),
    birthplace: null,
    door: null,
    exit: null,
    funding,
    description: description ?? context.description,
    pricing: pricing ?? { perEntry: null, perQuery: 0, split: {} },
    features,
    code: context.code,
    entry: context.entry,
    store: context.store,
  };
}

const strangersRefused = { guard: not('byOwner'), actions: 'refuseStranger' } as const;

const kept = {
  enter: [
    { guard: not('travellerIsInvited'), actions: 'refuseUninvited' },
    { guard: not('hasSpace'), actions: 'refuseAsCrowded' },
    { actions: 'admit' },
  ],
  invite: [
    strangersRefused,
    { guard: not('listHolds'), actions: 'refuseList' },
    { actions: ['invite', 'tellInvited'] },
  ],
  revoke: [strangersRefused, { actions: ['revoke', 'tellRevoked'] }],
  remove_room: [strangersRefused, { target: 'ended', actions: ['endUpkeep', 'tellRemoved', 'removeSandbox'] }],
  open_workshop: { actions: { type: 'refuse', params: { code: 'tier_capacity_exceeded', max: 0, current: 0 } } },
  request_connection: { actions: { type: 'refuse', params: { code: 'tier_capacity_exceeded', max: 0, current: 0 } } },
  'house.ended': { target: 'ended', actions: 'removeSandbox' },
} as const;

export const roomMachine = machine.createMachine({
  id: 'room',
  context: ({ input: { id, house, owner, name, purpose, description, facts } }) => ({
    id,
    house,
    owner,
    name,
    purpose,
    description,
    upkeep: roomUpkeep(facts.settings, purpose),
    invited: [],
    ...noCode,
  }),
  initial: 'furnishing',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    furnishing: {
      entry: ['beginUpkeep', 'tellAdded'],
      always: [
        { guard: 'isWorkshop', target: 'workshop' },
        { guard: 'isMeeting', target: 'meeting' },
        { guard: 'isStorage', target: 'storage' },
        { target: 'study' },
      ],
    },
    workshop: {
      on: {
        ...kept,
        write_code: [
          { guard: not('byGuest'), actions: 'refuseUninvited' },
          { guard: not('filesFit'), actions: 'refuseFiles' },
          { guard: not('isUpToDate'), actions: 'refuseStale' },
          { actions: 'takeCode' },
        ],
        run_code: [
          { guard: not('byGuest'), actions: 'refuseUninvited' },
          { guard: not('hasEntry'), actions: 'refuseEntry' },
          { actions: 'run' },
        ],
        served: { actions: ['keepStore', 'answerRun'] },
        deploy: [
          { guard: not('standsAtHome'), actions: 'refuseElsewhere' },
          strangersRefused,
          { guard: not('hasLink'), actions: 'refuseLinkless' },
          ...deployChecks,
          {
            target: 'ended',
            actions: [
              'payDeploy',
              'becomePod',
              'openConnections',
              'leadOccupantsOver',
              'endUpkeep',
              'tellRemoved',
              'removeSandbox',
            ],
          },
        ],
      },
    },
    meeting: { on: kept },
    storage: { on: kept },
    study: { on: kept },
    ended: {
      on: {
        reopen: { target: 'furnishing', actions: ['furnishAnew', 'leadOccupantsOut'] },
        enter: { actions: 'refuseAsRuin' },
        invite: { actions: 'refuseAsRuin' },
        revoke: { actions: 'refuseAsRuin' },
        remove_room: { actions: 'refuseAsRuin' },
        write_code: { actions: 'refuseAsRuin' },
        run_code: { actions: 'refuseAsRuin' },
        deploy: { actions: 'refuseAsRuin' },
        open_workshop: { actions: 'refuseAsRuin' },
        request_connection: { actions: 'refuseAsRuin' },
        // With the ruin that it was in.
        leaves: { actions: 'leave' },
        'sandbox.remove.done': {},
        'sandbox.remove.failed': {},
      },
    },
  },
});
