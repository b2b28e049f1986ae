/** What a pod does for others: lets them in, runs its code, is paid and shares, and lives on its pool. */
import { assertEvent, assign, emit } from 'xstate';
import { type Effect, each, giveBack, perform, post, refusal, send, sleep, spawn, still } from '../../engine/effect.ts';
import type { AccountId } from '../../engine/ids.ts';
import { faultOfEnds, fullEnd, orNothing, spawnRequest } from '../building/link.ts';
import { setting } from '../building/tiers.ts';
import { codeActions, codeGuards, filesMax, refuseTooManyFiles, runCode, serviceFile } from '../code/code.ts';
import type { ConnectionInput } from '../connection/messages.ts';
import { tell } from '../events.ts';
import { admits, openToAll } from '../place/access.ts';
import { isFull } from '../place/endpoint.ts';
import { around, callActor, commons, connectionActor, residentActor } from '../place/names.ts';
import { faultOfWorkshop, openWorkshop } from '../place/workshop.ts';
import { tellReceived, tellRefund } from '../resident/payees.ts';
import {
  allowanceOf,
  concerned,
  everyone,
  gateToll,
  news,
  type PodContext,
  pool,
  type Scene,
  worksHere,
} from './base.ts';
import { building } from './building.ts';
import type { PodEvent, Shares } from './messages.ts';

const enterEvent = ({ event }: Scene) => {
  assertEvent(event, 'enter');
  return event;
};
const callEvent = ({ event }: Scene) => {
  assertEvent(event, 'call_service');
  return event;
};
const fundEvent = ({ event }: Scene) => {
  assertEvent(event, 'fund');
  return event;
};

const opening = ({ event }: Scene) => {
  assertEvent(event, 'open_workshop');
  return event;
};
const askedEvent = ({ event }: Scene) => {
  assertEvent(event, 'request_connection');
  return event;
};

const isOfTheHouse = ({ owner, representative }: PodContext, resident: string): boolean =>
  resident === owner || resident === representative;

/** Millicredits for entering; nothing for those whose pod it is. */
function tollOf(scene: Scene): number {
  const { traveller, gated, facts } = enterEvent(scene);
  return isOfTheHouse(scene.context, traveller) ? 0 : gateToll(scene.context, gated, facts.settings);
}

const priceLimit = (named: number | null, scene: Scene): number =>
  named ?? setting(scene.event.facts.settings, 'PAY_MAX_DEFAULT');

/** `fraction` of `amount`, rounded down: reckoned in whole millionths, because 0.57 of 100 is 57 and not 56.99. */
const shareOf = (amount: number, fraction: number): number =>
  Number((BigInt(amount) * BigInt(Math.round(fraction * 1e6))) / 1_000_000n);

/** The pool is paid, and shares with the living: each part rounded down, the rest stays (L1). */
function earn({ context }: Scene, from: AccountId, amount: number, reason: string, { living }: Shares): Effect {
  const shares = living.map((resident) => {
    const payee = residentActor(resident);
    const share = shareOf(amount, context.pricing.split[resident] ?? 0);
    const received = { reason: 'share', from: context.id, amount: share / 1000 } as const;
    return each([post(pool(context), payee, share, 'share'), tellReceived(payee, received)]);
  });
  return each([post(from, pool(context), amount, reason), ...shares]);
}

const admit = (scene: Scene, toll: number): Effect => {
  const { traveller, exit, visible, known } = enterEvent(scene);
  return send(residentActor(traveller), { type: 'admitted', place: scene.context.id, exit, visible, known, toll });
};

const runs = (scene: Scene, task: 'run' | 'call', price: number, input: string | null, call: string): Effect => {
  const { id, code, entry } = scene.context;
  const by = 'by' in scene.event ? scene.event.by : '';
  if (code === null || entry === null) return each([]);
  return runCode({
    id: call,
    task,
    place: id,
    caller: by,
    price,
    code,
    entry,
    allowance: allowanceOf(scene.context),
    input,
  });
};

const fateOf = ({ event }: Scene) => {
  assertEvent(event, ['account.dry', 'cut.off', 'reached']);
  return event;
};

const tellAll = (scene: Scene, type: 'pod.orphaned' | 'pod.reconnected' | 'pod.shut_down'): Effect =>
  tell(news(scene.context, type, { id: scene.context.id }), everyone(scene.context, fateOf(scene).facts.isSeen));

export const serving = building.extend({
  guards: {
    ...codeGuards,
    travellerWorksHere: (scene) => worksHere(scene.context, enterEvent(scene).traveller),
    /** Out of one of its containers: it never left the pod. */
    comesFromWithin: (scene) => around(enterEvent(scene).from) === scene.context.id,
    travellerMayEnter: (scene) => {
      const { traveller } = enterEvent(scene);
      return isOfTheHouse(scene.context, traveller) || admits(scene.context.access, traveller);
    },
    tollWithinLimit: (scene) => tollOf(scene) <= priceLimit(enterEvent(scene).max_toll, scene),

    workshopIsSound: (scene) => faultOfWorkshop(scene.context.id, opening(scene)) === undefined,
    endsStand: (scene) => faultOfEnds(askedEvent(scene)) === undefined,
    endsHaveRoom: (scene) => fullEnd(askedEvent(scene).facts.ends) === undefined,

    workerAsks: ({ context, event }) => 'by' in event && worksHere(context, event.by),
    filesFit: ({ event }) => {
      assertEvent(event, 'write_code');
      return event.files <= filesMax;
    },
    offersService: ({ context }) => context.entry === serviceFile,
    priceWithinLimit: (scene) => scene.context.pricing.perQuery <= priceLimit(callEvent(scene).max_price, scene),
    buysConnection: (scene) => {
      const { amount, facts } = fundEvent(scene);
      return amount >= facts.commons.price && !isFull(facts.commons);
    },
  },
  actions: {
    ...codeActions<PodContext, PodEvent>(),
    refuseAsRuin: emit(({ context }) => refusal('pod_shut_down', { location: context.id })),
    refuseToll: emit((scene) =>
      refusal('price_changed', { price: tollOf(scene), max: priceLimit(enterEvent(scene).max_toll, scene) }),
    ),
    admitFree: emit((scene) => admit(scene, 0)),
    collectToll: emit((scene) => {
      const toll = tollOf(scene);
      const { traveller, facts } = enterEvent(scene);
      return toll === 0 ? each([]) : earn(scene, residentActor(traveller), toll, 'toll', facts);
    }),
    admitForToll: emit((scene) => admit(scene, tollOf(scene))),

    refuseWorkshop: emit((scene) => orNothing(faultOfWorkshop(scene.context.id, opening(scene)))),
    openWorkshop: emit((scene) => openWorkshop(scene.context.id, opening(scene))),
    refuseEnds: emit((scene) => orNothing(faultOfEnds(askedEvent(scene)))),
    refuseFull: emit((scene) => orNothing(fullEnd(askedEvent(scene).facts.ends))),
    spawnRequest: emit((scene) => spawnRequest(askedEvent(scene))),
    refuseFiles: emit(() => refuseTooManyFiles(filesMax)),
    run: emit((scene) => {
      assertEvent(scene.event, 'run_code');
      return runs(scene, 'run', 0, null, scene.event.facts.call);
    }),
    refusePrice: emit((scene) =>
      refusal('price_changed', {
        price: scene.context.pricing.perQuery,
        max: priceLimit(callEvent(scene).max_price, scene),
      }),
    ),
    serve: emit((scene) => {
      const { input, facts } = callEvent(scene);
      return runs(scene, 'call', scene.context.pricing.perQuery, input, facts.call);
    }),
    serveFree: emit((scene) => {
      const { input, facts } = callEvent(scene);
      return runs(scene, 'call', 0, input, facts.call);
    }),
    charge: emit((scene) => {
      assertEvent(scene.event, 'served');
      const { call, price, facts } = scene.event;
      const charged = send(callActor(call), { type: 'charged', amount: price });
      return price === 0 ? charged : each([earn(scene, 'escrow', price, 'service', facts), charged]);
    }),
    chargeNothing: emit(({ context, event }) => {
      assertEvent(event, 'served');
      const { payee } = event.facts;
      const back = giveBack(residentActor(event.caller), payee, event.price, 'service returned');
      const told = tellRefund(payee, event.caller, context.id, event.price);
      return each([back, told, send(callActor(event.call), { type: 'charged', amount: 0 })]);
    }),

    takeFunds: emit((scene) => {
      const { by, amount } = fundEvent(scene);
      return post(residentActor(by), pool(scene.context), amount, 'funding');
    }),
    buyConnection: emit((scene) => {
      const { by, amount, facts } = fundEvent(scene);
      const { price } = facts.commons;
      return each([
        post(residentActor(by), 'treasury', price, 'connection'),
        post(residentActor(by), pool(scene.context), amount - price, 'funding'),
        spawn(connectionActor(facts.request), { ...wayFromCommons(scene) }),
      ]);
    }),
    tellFunded: emit((scene) => {
      const { by, amount } = fundEvent(scene);
      const data = { pod: scene.context.id, from: by, amount: amount / 1000 };
      return tell(news(scene.context, 'pool.funded', data, by), { actors: concerned(scene.context, by) });
    }),

    tellAlert: emit(({ context, event }) => {
      assertEvent(event, 'account.low');
      const { balance, burn: perTick } = event.facts;
      const means = {
        balance: balance / 1000,
        burn_per_tick: perTick / 1000,
        runway_ticks: Math.floor(balance / perTick),
      };
      return tell(news(context, 'pool.alert', { pod: context.id, ...means }), { actors: concerned(context) });
    }),
    tellOrphaned: emit((scene) => tellAll(scene, 'pod.orphaned')),
    tellReconnected: emit((scene) => tellAll(scene, 'pod.reconnected')),
    tellShutDown: emit((scene) => tellAll(scene, 'pod.shut_down')),
    noteHidden: assign((scene) => ({ wasHidden: fateOf(scene).facts.isHidden })),
    stopUpkeep: emit(({ context }) => still(pool(context))),
    forgetWakeUps: emit(() => sleep),
    removeSandbox: emit(({ context }) => perform('sandbox.remove', { place: context.id })),
  },
});

/** What funding an orphan buys: a plain way from the Commons, which may exceed its tier by one. */
function wayFromCommons(scene: Scene): ConnectionInput {
  const { by, facts } = fundEvent(scene);
  return {
    terms: {
      request: facts.request,
      exit: facts.exit,
      from: commons,
      to: scene.context.id,
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
