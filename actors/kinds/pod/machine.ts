/**
 * A pod: a workshop until it is deployed, then a place of the city, for as long as its pool pays.
 *
 *   workshop.provisioning -> workshop.ready -> deployed        built in place, the same pod, nothing restarted
 *   deployed <-> orphaned                                      no path leads to it from the Commons; one leads again (M2)
 *   workshop | deployed | orphaned -> shut_down                its pool is empty
 *
 * An orphan lives on and earns nothing. What has shut down is a ruin: whoever is inside may leave by "home" or "commons".
 * The order of a deploy's checks is: where the caller stands, capacity, approvals, credits. Guards and actions stand in
 * `base.ts`, `construction.ts`, `contributing.ts`, `serving.ts` and `managing.ts`.
 */
import { not, setup } from 'xstate';
import type { Effect } from '../../../engine/effect.ts';
import { ruinRefusals } from '../../rules/place/commands.ts';
import { connectionRequest } from '../../rules/place/requesting.ts';
import { deployChecks } from '../../rules/workshops/deploy-rules.ts';
import { workshopOpening } from '../../rules/workshops/opening.ts';
import { type Birth, refuse } from './base.ts';
import { bornContext, construction } from './construction.ts';
import { contributing } from './contributing.ts';
import type { PodEvent } from './facts.ts';
import { managing } from './managing.ts';
import type { PodContext } from './messages.ts';
import { serving } from './serving.ts';

const machine = setup({
  types: {
    context: {} as PodContext,
    events: {} as PodEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: { ...construction.guards, ...contributing.guards, ...serving.guards, ...managing.guards },
  actions: { refuse, ...construction.actions, ...contributing.actions, ...serving.actions, ...managing.actions },
});

const denied = { actions: { type: 'refuse', params: { code: 'access_denied' } } } as const;
const noService = { actions: { type: 'refuse', params: { code: 'not_found', kind: 'service' } } } as const;
const byOthersRefused = { guard: not('byRepresentative'), actions: 'refuseNotRepresentative' } as const;

/** Work on the code, in every state but the last. */
const work = {
  write_code: [
    { guard: not('workerAsks'), ...denied },
    { guard: not('filesFit'), actions: 'refuseFiles' },
    { guard: not('isUpToDate'), actions: 'refuseStale' },
    { actions: 'takeCode' },
  ],
  run_code: [
    { guard: not('workerAsks'), ...denied },
    { guard: not('hasEntry'), actions: 'refuseEntry' },
    { actions: 'run' },
  ],
} as const;

/** The death of its owner, and a pool that ran dry. */
const fate = {
  'owner.ended': {
    actions: ['tellInherited', 'tellNewOwner', 'passOn', 'endLeave', 'openDoorToWorkers', 'freeRequests'],
  },
  'representative.ended': { actions: ['speakForItself', 'openDoorToWorkers', 'freeRequests'] },
  'account.dry': { target: '#pod.shut_down' },
  'account.low': { actions: 'tellAlert' },
} as const;

/** Contributors named with the funding answer whether they pay their share, wherever they are (PD7). */
const contributions = {
  contribute: [
    { guard: not('wasAsked'), ...denied },
    { guard: not('askIsOpen'), actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    { guard: not('accepts'), actions: ['noteDeclined', 'tellDeclined'] },
    { guard: not('shareWithinLimit'), actions: 'refuseShare' },
    { actions: ['payShare', 'notePaid', 'tellPaid'] },
  ],
  'contributions.expire': { actions: 'lapse' },
} as const;

const managed = {
  appoint: [
    byOthersRefused,
    { guard: not('appointeeLives'), actions: 'refuseAppointee' },
    { actions: ['takeRepresentative', 'openDoorToWorkers'] },
  ],
  transfer_pod: [
    byOthersRefused,
    { guard: not('appointeeLives'), actions: 'refuseAppointee' },
    { actions: ['tellNewOwner', 'takeOwner', 'endLeave'] },
  ],
  set_access: [byOthersRefused, { actions: 'takeAccess' }],
  set_pricing: [byOthersRefused, { actions: 'takePricing' }],
} as const;

const containers = {
  allow_container: [
    byOthersRefused,
    { guard: not('appointeeLives'), actions: 'refuseAppointee' },
    { guard: not('containersFit'), actions: 'refuseContainers' },
    { guard: not('containerNameIsLeft'), actions: 'refuseContainerName' },
    { guard: 'containerIsNew', actions: 'allowContainer' },
    { guard: 'containerIsClosing', actions: { type: 'refuse', params: { code: 'busy', retry_after_seconds: 1 } } },
    { guard: 'containerIsGone', actions: 'allowContainerAgain' },
    { actions: { type: 'refuse', params: { code: 'already_exists' } } },
  ],
  deploy_container: [
    { guard: not('containerExists'), actions: 'refuseUnknownContainer' },
    { guard: not('callerIsItsAgent'), actions: 'refuseAgent' },
    { guard: not('sourceHasCode'), actions: 'refuseSource' },
    { guard: not('sourceIsCallers'), actions: 'refuseAgent' },
    { guard: not('resourcesAreLeft'), actions: 'refuseResources' },
    { guard: not('poolCanPayContainer'), actions: 'refuseAsPoor' },
    { actions: 'deployContainer' },
  ],
  remove_container: [
    byOthersRefused,
    { guard: not('containerExists'), actions: 'refuseUnknownContainer' },
    { actions: 'removeContainer' },
  ],
} as const;

/** A place of the city, whether a path leads to it or not. */
const place = {
  ...work,
  ...fate,
  ...contributions,
  ...managed,
  ...containers,
  open_workshop: workshopOpening,
  request_connection: connectionRequest,
  // A larger tier: everything else was decided at the first deploy.
  deploy: [
    byOthersRefused,
    { guard: not('isLargerTier'), actions: 'refuseTier' },
    { guard: not('asksNothingElse'), actions: 'refuseLinks' },
    { guard: not('canPayDifference'), actions: 'refuseDifference' },
    { actions: ['payDifference', 'raiseTier', 'askContributors'] },
  ],
  'sandbox.prepare.done': {},
  'sandbox.prepare.failed': {},
} as const;

export const podMachine = machine.createMachine({
  id: 'pod',
  context: bornContext,
  initial: 'beginning',
  on: {
    '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    // What was due to it, such as the end of its owner, it has heard before this (K4).
    'hears.due': {},
  },
  states: {
    beginning: {
      always: [
        {
          guard: 'isWorkshop',
          target: 'workshop',
          actions: ['payForWorkshop', 'prepareSandbox', 'tellCreated', 'askContributors'],
        },
        { target: 'deployed', actions: ['payForPod', 'countDeploy', 'tellDeployed', 'askContributors'] },
      ],
    },
    workshop: {
      initial: 'provisioning',
      on: {
        ...work,
        ...fate,
        ...contributions,
        served: { actions: ['keepStore', 'charge', 'countSale'] },
        enter: [{ guard: 'travellerWorksHere', actions: 'admitFree' }, denied],
        fund: { actions: ['takeFunds', 'tellFunded'] },
        call_service: noService,
        appoint: managed.appoint,
        deploy: [
          { guard: not('standsAtBirthplace'), actions: 'refuseElsewhere' },
          byOthersRefused,
          { guard: not('linksBeginHere'), actions: 'refuseFirstLink' },
          ...deployChecks,
          {
            target: 'deployed',
            actions: [
              'payDeploy',
              'openConnections',
              'closeDoor',
              'becomePod',
              'countDeploy',
              'tellDeployed',
              'askContributors',
            ],
          },
        ],
        'birthplace.ended': { actions: ['moveToCommons', 'openDoor'] },
      },
      states: {
        provisioning: {
          on: {
            'sandbox.prepare.done': { target: 'ready' },
            'sandbox.prepare.failed': { target: 'ready' },
          },
        },
        ready: {},
      },
    },
    deployed: {
      on: {
        ...place,
        enter: [
          { guard: 'comesFromWithin', actions: 'admitFree' },
          { guard: not('travellerMayEnter'), ...denied },
          { guard: not('tollWithinLimit'), actions: 'refuseToll' },
          { actions: ['collectToll', 'admitForToll'] },
        ],
        call_service: [
          { guard: not('offersService'), ...noService },
          { guard: not('priceWithinLimit'), actions: 'refusePrice' },
          { actions: 'serve' },
        ],
        served: { actions: ['keepStore', 'charge', 'countSale'] },
        fund: { actions: ['takeFunds', 'tellFunded'] },
        'cut.off': { target: 'orphaned', actions: 'tellOrphaned' },
      },
    },
    orphaned: {
      on: {
        ...place,
        enter: [
          { guard: 'comesFromWithin', actions: 'admitFree' },
          { guard: not('travellerMayEnter'), ...denied },
          { actions: 'admitFree' },
        ],
        call_service: [{ guard: not('offersService'), ...noService }, { actions: 'serveFree' }],
        served: { actions: ['keepStore', 'chargeNothing'] },
        fund: [
          { guard: 'buysConnection', actions: ['buyConnection', 'tellFunded'] },
          { actions: ['takeFunds', 'tellFunded'] },
        ],
        reached: { target: 'deployed', actions: 'tellReconnected' },
      },
    },
    shut_down: {
      entry: ['noteHidden', 'lapse', 'stopUpkeep', 'forgetWakeUps', 'tellShutDown', 'removeSandbox'],
      on: {
        ...ruinRefusals('pod'),
        'sandbox.prepare.done': {},
        'sandbox.prepare.failed': {},
        'sandbox.remove.done': {},
        'sandbox.remove.failed': {},
      },
    },
  },
});
