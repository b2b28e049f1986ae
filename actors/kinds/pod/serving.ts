/** What a pod does for others: it admits visitors, runs its code, is paid and shares its earnings, and lives on its pool. */

import { type Effect, each, giveBack, post, sleep, stopBurn } from '../../../engine/effect.ts';
import type { Scene } from '../../chart.ts';
import { perform } from '../../effects.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import {
  filesMax,
  hasEntry,
  isUpToDate,
  keepStore,
  refuseEntry,
  refuseStale,
  refuseTooManyFiles,
  runCode,
  serviceFile,
  takeCode,
} from '../../rules/code/code-rules.ts';
import { tellRefund } from '../../rules/people/payees.ts';
import { admits, openToAll } from '../../rules/place/access.ts';
import { isFull } from '../../rules/place/endpoint.ts';
import { around, callActor, commons, connectionActor, residentActor } from '../../rules/place/names.ts';
import { payLimit } from '../../rules/place/pricing.ts';
import { faultOfEnds, fullEnd, spawnRequest } from '../../rules/place/requesting.ts';
import { earn } from '../../rules/toll/earning.ts';
import { admit } from '../../rules/toll/entering.ts';
import { faultOfToll, isOfThePod, payPodToll, tollOfPod } from '../../rules/toll/toll.ts';
import { faultOfWorkshop, openWorkshop } from '../../rules/workshops/opening.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { worksHere } from '../../rules/workshops/workers.ts';
import type { ConnectionInput } from '../connection/messages.ts';
import { allowanceOf, change, concerned, effect, everyone, happening, type On, on, pool, refuses } from './base.ts';
import type { PodContext } from './messages.ts';

const priceLimit = ({ event }: On<'call_service'>): number => payLimit(event.max_price, event.facts.settings);

function runs({ context, event }: On<'run_code' | 'call_service'>, price: number): Effect {
  const { id: place, code, entry } = context;
  const [task, input] = event.type === 'run_code' ? (['run', null] as const) : (['call', event.input] as const);
  const { by: caller, facts } = event;
  if (code === null || entry === null) return each([]);
  return runCode({ id: facts.call, task, place, caller, price, code, entry, allowance: allowanceOf(context), input });
}

const tellAll = ({ context, event }: On<'cut.off' | 'reached'>, type: 'pod.orphaned' | 'pod.reconnected'): Effect =>
  tell(happening(context, type, { id: context.id }), everyone(context, event.facts.isSeen));

export const serving = {
  guards: {
    isUpToDate: on('write_code', isUpToDate),
    hasEntry,
    travellerWorksHere: on('enter', ({ context, event }) => worksHere(context, event.traveller)),
    /** The traveller comes out of one of the pod's containers: it never left the pod. */
    comesFromWithin: on('enter', ({ context, event }) => around(event.from) === context.id),
    travellerMayEnter: on(
      'enter',
      ({ context, event: { traveller } }) => isOfThePod(context, traveller) || admits(context.access, traveller),
    ),
    tollWithinLimit: on('enter', ({ context, event }) => faultOfToll(tollOfPod(context, event), event) === undefined),

    workshopIsSound: on('open_workshop', ({ context, event }) => faultOfWorkshop(context.id, event) === undefined),
    endsStand: on('request_connection', ({ event }) => faultOfEnds(event) === undefined),
    endsHaveRoom: on('request_connection', ({ event }) => fullEnd(event.facts.ends) === undefined),

    workerAsks: on(['write_code', 'run_code'], ({ context, event }) => worksHere(context, event.by)),
    filesFit: on('write_code', ({ event }) => event.files <= filesMax),
    /** A pod whose code has this file offers a service (SV1). */
    offersService: ({ context }: Scene<PodContext, unknown>) => context.entry === serviceFile,
    priceWithinLimit: on('call_service', (scene) => scene.context.pricing.perQuery <= priceLimit(scene)),
    buysConnection: on(
      'fund',
      ({ event: { amount, facts } }) => amount >= facts.commons.price && !isFull(facts.commons),
    ),
  },
  actions: {
    takeCode: change(on('write_code', takeCode)),
    keepStore: change(on('served', keepStore)),
    refuseStale: refuses(refuseStale),
    refuseEntry: refuses(refuseEntry),
    /** A ruin does nothing for anybody (PD5). */
    refuseAsRuin: refuses(({ context }) => refusal('pod_shut_down', { location: context.id })),
    refuseToll: refuses(on('enter', ({ context, event }) => faultOfToll(tollOfPod(context, event), event))),
    admitFree: effect(on('enter', ({ context, event }) => admit(context.id, event))),
    collectToll: effect(on('enter', ({ context, event }) => payPodToll(context, event, event.facts.living))),
    admitForToll: effect(on('enter', ({ context, event }) => admit(context.id, event, tollOfPod(context, event)))),

    refuseWorkshop: refuses(on('open_workshop', ({ context, event }) => faultOfWorkshop(context.id, event))),
    openWorkshop: effect(on('open_workshop', ({ context, event }) => openWorkshop(context.id, event))),
    refuseEnds: refuses(on('request_connection', ({ event }) => faultOfEnds(event))),
    refuseFull: refuses(on('request_connection', ({ event }) => fullEnd(event.facts.ends))),
    spawnRequest: effect(on('request_connection', ({ event }) => spawnRequest(event))),
    refuseFiles: refuses(() => refuseTooManyFiles(filesMax)),
    run: effect(on('run_code', (scene) => runs(scene, 0))),
    refusePrice: refuses(
      on('call_service', (scene) =>
        refusal('price_changed', { price: scene.context.pricing.perQuery, max: priceLimit(scene) }),
      ),
    ),
    serve: effect(on('call_service', (scene) => runs(scene, scene.context.pricing.perQuery))),
    /** An orphan earns nothing (PD3). */
    serveFree: effect(on('call_service', (scene) => runs(scene, 0))),
    charge: effect(
      on('served', ({ context, event: { call, price, facts } }) => {
        const charged = send(callActor(call), { type: 'charged', amount: price });
        return price === 0 ? charged : each([earn(context, 'escrow', price, 'service', facts.living), charged]);
      }),
    ),
    countSale: effect(
      on('served', ({ event: { price, facts } }) =>
        price < Math.max(1, setting(facts.settings, 'SALE_COUNTED_PRICE')) || facts.seller === null
          ? each([])
          : send(residentActor(facts.seller), { type: 'counted', deed: 'sales' }),
      ),
    ),
    chargeNothing: effect(
      on('served', ({ context, event }) => {
        const { payee } = event.facts;
        const back = giveBack(residentActor(event.caller), payee, event.price, 'service returned');
        const notice = tellRefund(payee, event.caller, { place: context.id }, event.price);
        return each([back, notice, send(callActor(event.call), { type: 'charged', amount: 0 })]);
      }),
    ),

    /** From anyone, from anywhere (PD1). */
    takeFunds: effect(
      on('fund', ({ context, event: { by, amount } }) => post(residentActor(by), pool(context), amount, 'funding')),
    ),
    buyConnection: effect(
      on('fund', (scene) => {
        const { by, amount, facts } = scene.event;
        const { price } = facts.commons;
        return each([
          post(residentActor(by), 'treasury', price, 'connection'),
          post(residentActor(by), pool(scene.context), amount - price, 'funding'),
          spawn(connectionActor(facts.request), wayFromCommons(scene)),
        ]);
      }),
    ),
    tellFunded: effect(
      on('fund', ({ context, event: { by, amount } }) => {
        const data = { pod: context.id, from: by, amount: amount / 1000 };
        return tell(happening(context, 'pool.funded', data, by), { actors: concerned(context, by) });
      }),
    ),

    tellAlert: effect(
      on('account.low', ({ context, event }) => {
        const { balance, burn: perTick } = event.facts;
        const means = {
          balance: balance / 1000,
          burn_per_tick: perTick / 1000,
          runway_ticks: Math.floor(balance / perTick),
        };
        return tell(happening(context, 'pool.alert', { pod: context.id, ...means }), { actors: concerned(context) });
      }),
    ),
    tellOrphaned: effect(on('cut.off', (scene) => tellAll(scene, 'pod.orphaned'))),
    tellReconnected: effect(on('reached', (scene) => tellAll(scene, 'pod.reconnected'))),
    /** The end is final: a pool has no tick of grace (PD2). */
    tellShutDown: effect(
      on('account.dry', ({ context, event }) => {
        const { id, owner } = context;
        return tell(happening(context, 'pod.shut_down', { id, owner }), everyone(context, event.facts.isSeen));
      }),
    ),
    noteHidden: change(on('account.dry', ({ event }) => ({ wasHidden: event.facts.isHidden }))),
    stopUpkeep: effect(({ context }) => stopBurn(pool(context))),
    forgetWakeUps: effect(() => sleep),
    removeSandbox: effect(({ context }) => perform('sandbox.remove', { place: context.id })),
  },
};

/** Funding an orphan buys it a plain way from the Commons, which may exceed its tier by one (PD4). */
function wayFromCommons({ context, event: { by, facts } }: On<'fund'>): ConnectionInput {
  return {
    terms: {
      request: facts.request,
      exit: facts.exit,
      from: commons,
      to: context.id,
      bidirectional: true,
      entrance: null,
      wayBack: null,
      visibility: 'visible',
      access: openToAll,
      requester: by,
    },
    beginning: 'open',
    fee: 0,
  };
}
