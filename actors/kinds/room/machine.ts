/**
 * A room of a house, for one of four purposes. Its owner pays for it each tick and decides who may come in; those
 * inside when an invitation is withdrawn may remain. A workshop holds code, and a deploy makes it a pod of its own.
 *
 *   workshop | meeting | storage | study -> ended -> (opened again under the same name)
 */
import { not, setup } from 'xstate';
import { burn, type Effect, each, retire } from '../../../engine/effect.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import { perform } from '../../effects.ts';
import { tell } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import {
  hasEntry,
  isUpToDate,
  keepStore,
  noCode,
  refuseEntry,
  refuseStale,
  refuseTooManyFiles,
  runCode,
  takeCode,
} from '../../rules/code/code-rules.ts';
import { ruinRefusals } from '../../rules/place/commands.ts';
import { invitedMax, isLetIn, occupantsMax } from '../../rules/place/guests.ts';
import { roomUpkeep } from '../../rules/place/inner-upkeep.ts';
import { callActor, houseOf, podActor, residentActor } from '../../rules/place/names.ts';
import { admit } from '../../rules/toll/entering.ts';
import { partsOf } from '../../rules/workshops/contributions.ts';
import {
  deployChecks,
  deployGuards,
  deployRefusals,
  isSeenAfter,
  openLinks,
  payForDeploy,
} from '../../rules/workshops/deploy-rules.ts';
import { beginUpkeep } from '../../rules/workshops/first-upkeep.ts';
import { type Allowance, sizeOf } from '../../rules/workshops/tiers.ts';
import type { PodInput } from '../pod/messages.ts';
import type { RoomEvent } from './facts.ts';
import type { RoomContext, RoomInput } from './messages.ts';

type Birth = RoomInput & { readonly facts: Present };

const { on, effect, change, refuse, refuses } = wordsFor<RoomContext, RoomEvent, Birth>();

/** The code of a room has the resources of a tiny pod. */
const { cpuMillis, memoryMib, stores } = sizeOf('tiny');
const allowance: Allowance = { cpuMillis, memoryMib, stores };

/** An event of something that the owner did with its room. */
function tellOfRoom(
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
    listHolds: on(
      'invite',
      ({ context, event }) => new Set([...context.invited, ...event.residents]).size <= invitedMax,
    ),
    travellerIsInvited: on('enter', ({ context, event }) => isLetIn(context, event.traveller)),
    hasSpace: on('enter', ({ event }) => event.facts.present < occupantsMax),
    filesFit: on('write_code', ({ event }) => event.files <= event.facts.filesMax),
    ...deployGuards,
    isUpToDate: on('write_code', isUpToDate),
    hasEntry,
    hasLink: on('deploy', ({ event }) => event.links.length > 0),
    standsAtHome: on('deploy', ({ context, event }) => houseOf(event.location) === context.house),
  },
  actions: {
    refuse,
    refuseNotRepresentative: refuses(({ context }) => refusal('not_representative', { representative: context.owner })),
    refuseUninvited: refuses(({ context }) => refusal('not_invited', { location: context.id })),
    refuseAsRuin: refuses(({ context }) => refusal('pod_shut_down', { location: context.id })),
    refuseList: refuses(() =>
      refusal('invalid_request', {
        issues: [{ path: 'residents', message: `at most ${invitedMax} are invited to a room` }],
      }),
    ),
    refuseAsCrowded: refuses(
      on('enter', ({ event }) =>
        refusal('tier_capacity_exceeded', { max: occupantsMax, current: event.facts.present }),
      ),
    ),
    refuseFiles: refuses(on('write_code', ({ event }) => refuseTooManyFiles(event.facts.filesMax))),
    ...deployRefusals<RoomContext, RoomEvent>(),
    takeCode: change(on('write_code', takeCode)),
    keepStore: change(on('served', keepStore)),
    refuseStale: refuses(refuseStale),
    refuseEntry: refuses(refuseEntry),
    refuseLinkless: refuses(() =>
      refusal('invalid_request', {
        issues: [{ path: 'connections', message: 'at least one: a deployed pod is reached from somewhere' }],
      }),
    ),
    refuseElsewhere: refuses(
      on('deploy', ({ context, event }) =>
        refusal('location_required', { required: context.house, current: event.location }),
      ),
    ),

    beginUpkeep: effect(({ context }) => beginUpkeep(residentActor(context.owner), context.upkeep)),
    endUpkeep: effect(({ context }) => burn(residentActor(context.owner), -context.upkeep)),
    countRoom: effect(({ context }) => send(residentActor(context.owner), { type: 'counted', deed: 'rooms' })),
    tellAdded: effect(({ context }) => tellOfRoom(context, 'room.added')),
    tellRemoved: effect(({ context }) => tellOfRoom(context, 'room.removed')),
    /** Residents who were still in the ruin are in the house afterwards: the new room is empty (HR5). */
    leadOccupantsOut: effect(
      on('reopen', ({ context, event }) => {
        const { occupants } = event.facts;
        return each(occupants.map((one) => send(residentActor(one), { type: 'relocated', place: context.house })));
      }),
    ),
    furnishAnew: change(
      on('reopen', ({ event }) => {
        const { purpose, description, facts } = event;
        return { purpose, description, upkeep: roomUpkeep(facts.settings, purpose), invited: [], ...noCode };
      }),
    ),
    invite: change(
      on('invite', ({ context, event }) => ({ invited: [...new Set([...context.invited, ...event.residents])] })),
    ),
    tellInvited: effect(on('invite', ({ context, event }) => tellOfRoom(context, 'room.invited', event.residents))),
    revoke: change(
      on('revoke', ({ context, event }) => ({
        invited: context.invited.filter((one) => !event.residents.includes(one)),
      })),
    ),
    tellRevoked: effect(on('revoke', ({ context, event }) => tellOfRoom(context, 'room.revoked', event.residents))),
    /** Nobody sees where the guest went, and no exit leads there by which it could be found again. */
    admit: effect(on('enter', ({ context, event }) => admit(context.id, { ...event, visible: false, known: false }))),

    run: effect(
      on('run_code', ({ context, event }) => {
        const { id, code, entry } = context;
        const call = { id: event.facts.call, task: 'run', place: id, caller: event.by, price: 0, allowance } as const;
        return code === null || entry === null ? each([]) : runCode({ ...call, code, entry, input: null });
      }),
    ),
    answerRun: effect(on('served', ({ event }) => send(callActor(event.call), { type: 'charged', amount: 0 }))),

    payDeploy: effect(on('deploy', ({ event }) => payForDeploy(event))),
    becomePod: effect(on('deploy', (scene) => spawn(podActor(scene.event.facts.pod), podInput(scene)))),
    openConnections: effect(on('deploy', ({ event }) => openLinks(event, event.facts.pod))),
    leadOccupantsOver: effect(
      on('deploy', ({ event: { facts } }) =>
        each(facts.occupants.map((one) => send(residentActor(one), { type: 'relocated', place: facts.pod }))),
      ),
    ),
    leave: effect(() => retire),
    removeSandbox: effect(({ context }) => perform('sandbox.remove', { place: context.id })),
  },
});

/** The pod that the workshop becomes (DE6). */
function podInput({ context, event }: SceneOf<RoomContext, RoomEvent, 'deploy'>): PodInput {
  const { by, name, tier, description, pricing, features } = event;
  const { contributors, share, own } = partsOf(event);
  return {
    id: event.facts.pod,
    name: name ?? context.name,
    tier,
    beginning: 'deployed',
    creator: by,
    owner: by,
    representative: by,
    collaborators: [],
    contributors,
    share,
    isSeen: isSeenAfter(event),
    birthplace: null,
    door: null,
    exit: null,
    funding: own,
    description: description ?? context.description,
    pricing: pricing ?? { perEntry: null, perQuery: 0, split: {} },
    features,
    code: context.code,
    entry: context.entry,
    store: context.store,
  };
}

const byOthersRefused = { guard: not('byOwner'), actions: 'refuseNotRepresentative' } as const;

const kept = {
  enter: [
    { guard: not('travellerIsInvited'), actions: 'refuseUninvited' },
    { guard: not('hasSpace'), actions: 'refuseAsCrowded' },
    { actions: 'admit' },
  ],
  invite: [byOthersRefused, { guard: not('listHolds'), actions: 'refuseList' }, { actions: ['invite', 'tellInvited'] }],
  revoke: [byOthersRefused, { actions: ['revoke', 'tellRevoked'] }],
  remove_room: [byOthersRefused, { target: 'ended', actions: ['endUpkeep', 'tellRemoved', 'removeSandbox'] }],
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
      entry: ['beginUpkeep', 'tellAdded', 'countRoom'],
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
          byOthersRefused,
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
        ...ruinRefusals('room'),
        // A room leaves with the ruin that it was in.
        leaves: { actions: 'leave' },
        'sandbox.remove.done': {},
        'sandbox.remove.failed': {},
      },
    },
  },
});
