/**
 * The life of a resident.
 *
 *   alive.active -> alive.warned                          the account ran dry; one tick of grace
 *   alive.warned -> alive.active | alive.warned | dead    the burn can be paid, just so, or not
 *   alive -> dying.legacy -> dead                         natural (last tick) or voluntary (until the next tick)
 *
 * Two clocks run: the lifespan (`life.*` wake-ups) and the account (`account.*`, `upkeep.due`); whichever ends first kills.
 * Who is dying may speak and settle its legacy, nothing else. The dead refuse whoever acts upon them.
 */
import { assertEvent, assign, emit, not, setup } from 'xstate';
import { assert, must } from '../../engine/assert.ts';
import {
  burn,
  type Effect,
  post,
  refusal,
  resume,
  send,
  sleep,
  still,
  type Told,
  tell,
  wake,
} from '../../engine/effect.ts';
import type { ContentHash } from '../../engine/ids.ts';
import type { Settings } from '../../engine/kind.ts';
import { isoTime } from '../../engine/seal.ts';
import { at, homeOf, locationActor, residentActor } from '../places.ts';
import { setting } from '../tiers.ts';
import { type Errand, type ErrandCommand, openCallsMax, standsAt } from './errands.ts';
import type { ResidentEvent, ResidentInput } from './messages.ts';

export interface ResidentContext {
  readonly id: string;
  readonly name: string;
  readonly framework: string;
  /** The soul's texts, by hash (A3). */
  readonly soul: ContentHash;
  /** SHA-256 of the API token. */
  readonly token: string;
  readonly mentor: string | null;
  readonly generation: number;
  /** Milliseconds since 1970. */
  readonly bornAt: number;
  readonly diesTick: number;
  readonly home: string;
  readonly location: string;
  readonly knownLocations: readonly string[];
  readonly knownExits: readonly string[];
  readonly heir: string | null;
  readonly library: { readonly title: string; readonly content: string } | null;
  readonly cause: 'natural' | 'credit' | 'crash' | 'voluntary' | null;
  readonly diedAt: number | null;
}

/** Lists that only record keep the newest (A1). */
const knownMax = 200;

interface Scene {
  readonly context: ResidentContext;
  readonly event: ResidentEvent;
}

const own = (context: ResidentContext) => residentActor(context.id);

/** Something this resident did or went through, here. */
function happening(context: ResidentContext, type: string, data: Told['data'], subject: string | null = null): Told {
  return { type, category: 'emergent', location: context.location, actor: context.id, subject, data };
}

/** Something the city did to this resident. */
function notice(context: ResidentContext, type: string, data: Told['data']): Told {
  return { ...happening(context, type, data, context.id), category: 'infrastructure', actor: null };
}

const warn = (context: ResidentContext, data: Told['data']): Effect =>
  tell(notice(context, 'death.warning', data), { actors: [own(context)] });

const remember = (known: readonly string[], one: string): readonly string[] =>
  known.includes(one) ? known : [...known, one].slice(-knownMax);

/** In one's own house, or a room of it. */
const isAtHome = ({ location, home }: ResidentContext): boolean => standsAt(location, home);

/** Speaking costs nothing at one's own home. */
function speechPrice({ context, event }: Scene): number {
  return isAtHome(context) ? 0 : setting(event.facts.settings, 'MESSAGE_PRICE');
}

/** What is asked of others, with all that they need to know. */
function errandOf(event: ResidentEvent): ErrandCommand & { readonly facts: Errand & { readonly settings: Settings } } {
  assert('facts' in event && 'target' in event.facts, 'an errand');
  return event as ReturnType<typeof errandOf>;
}

const machine = setup({
  types: {
    context: {} as ResidentContext,
    events: {} as ResidentEvent,
    emitted: {} as Effect,
    input: {} as ResidentInput,
  },
  guards: {
    isThere: ({ context, event }) => {
      assertEvent(event, 'move');
      return event.facts.way?.place === context.location;
    },
    leadsSomewhere: ({ event }) => {
      assertEvent(event, 'move');
      return event.facts.way !== null;
    },
    leadsByConnection: ({ event }) => {
      assertEvent(event, 'move');
      return event.facts.way?.known === true;
    },
    isAsked: ({ event }) => errandOf(event).facts.target !== null,
    isInPlace: ({ context, event }) => {
      const { required } = errandOf(event).facts;
      return required === null || standsAt(context.location, required);
    },
    canAfford: ({ event }) => errandOf(event).facts.balance >= errandOf(event).facts.price,
    mayCallMore: ({ event }) => errandOf(event).facts.openCalls < openCallsMax(event.facts.settings),
    addressesItself: ({ context, event }) => {
      assertEvent(event, ['transfer', 'whisper', 'letter']);
      return event.to === context.id;
    },
    isHome: ({ context }) => isAtHome(context),
    isHere: ({ context, event }) => {
      assertEvent(event, 'whispered');
      return context.location === event.place;
    },
    heirIsSelf: ({ context, event }) => {
      assertEvent(event, 'bequeath');
      return event.heir === context.id;
    },
    heirExists: ({ event }) => {
      assertEvent(event, 'bequeath');
      return event.facts.heir.is !== 'unknown';
    },
    heirLives: ({ event }) => {
      assertEvent(event, 'bequeath');
      return event.facts.heir.is === 'alive';
    },
    canPayMoreThanUpkeep: ({ event }) => {
      assertEvent(event, 'upkeep.due');
      return event.facts.balance > event.facts.burn;
    },
    canPayUpkeep: ({ event }) => {
      assertEvent(event, 'upkeep.due');
      return event.facts.balance >= event.facts.burn;
    },
  },
  actions: {
    refuse: emit((_, { code, ...context }: { readonly code: string; readonly [field: string]: unknown }) =>
      refusal(code, context),
    ),
    refuseItself: emit(() => refusal('invalid_request', { issues: [{ path: 'to', message: 'names yourself' }] })),
    refuseAwayFromHome: emit(({ context }) =>
      refusal('location_required', { required: context.home, current: context.location }),
    ),
    refuseAsDead: emit(({ context }) =>
      refusal('resident_dead', { resident: context.id, died_at: isoTime(context.diedAt ?? 0), cause: context.cause }),
    ),

    refuseDeadHeir: emit(({ event }) => {
      assertEvent(event, 'bequeath');
      const { heir } = event.facts;
      return refusal('resident_dead', heir.is === 'dead' ? { died_at: heir.died_at, cause: heir.cause } : {});
    }),

    openAccount: emit(({ context, event }) => burn(own(context), birth(event).facts.settings['RESIDENT_UPKEEP'] ?? 0)),
    receiveSeed: emit(({ context, event }) => post('treasury', own(context), birth(event).credits, 'seed')),
    setLifeClock: emit(({ context, event }) =>
      wake(Math.max(context.diesTick - 2, birth(event).facts.tick), { type: 'life.warning' }),
    ),
    tellBirth: emit(({ context }) =>
      tell(
        { ...notice(context, 'resident.born', { name: context.name, mentor: context.mentor }), actor: context.id },
        { topics: [at(context.location)], actors: [own(context)], public: true },
      ),
    ),

    askToEnter: emit(({ context, event }) => {
      assertEvent(event, 'move');
      const { asks, visible } = must(event.facts.way, 'a way');
      return send(asks, { type: 'enter', traveller: context.id, exit: event.exit, visible, known: false, ...untolled });
    }),
    askToPass: emit(({ context, event }) => {
      assertEvent(event, 'move');
      const { id, location } = context;
      const { exit, max_toll } = event;
      return send(must(event.facts.way, 'a way').asks, {
        type: 'traverse',
        traveller: id,
        from: location,
        exit,
        max_toll,
      });
    }),
    tellDeparture: emit(({ context, event }) => {
      assertEvent(event, 'admitted');
      const data = event.visible ? { exit_id: event.exit, to: event.place } : {};
      return tell(happening(context, 'resident.departed', data), { topics: [at(context.location)] });
    }),
    arrive: assign(({ context, event }) => {
      assertEvent(event, 'admitted');
      const { place, exit, known } = event;
      return {
        location: place,
        knownLocations: remember(context.knownLocations, place),
        knownExits: known ? remember(context.knownExits, exit) : context.knownExits,
      };
    }),
    relocate: assign(({ event }) => {
      assertEvent(event, 'relocated');
      return { location: event.place };
    }),

    refuseElsewhere: emit(({ context, event }) =>
      refusal('location_required', { required: errandOf(event).facts.required, current: context.location }),
    ),
    refuseShort: emit(({ event }) => {
      const { price, balance } = errandOf(event).facts;
      return refusal('insufficient_credits', { required: price, balance });
    }),
    refuseCalls: emit(({ event }) =>
      refusal('rate_limited', { limit: openCallsMax(event.facts.settings), window_seconds: 1, retry_after_seconds: 1 }),
    ),
    refuseUnknown: emit(({ event }) =>
      'exit' in event ? refusal('exit_not_found') : refusal('not_found', { kind: 'workshop' }),
    ),
    ask: emit(({ context, event }) => {
      const { facts, ...errand } = errandOf(event);
      const message = { ...errand, ...facts.adds, by: context.id, standing: context.location };
      return send(must(facts.target, 'somebody to ask'), message);
    }),
    tellArrival: emit(({ context, event }) => {
      assertEvent(event, 'admitted');
      return tell(happening(context, 'resident.arrived', {}), { topics: [at(context.location)] });
    }),

    payForSpeech: emit((scene) => post(own(scene.context), 'treasury', speechPrice(scene), 'speech')),
    payForLetter: emit(({ context, event }) =>
      post(own(context), 'treasury', event.facts.settings['LETTER_PRICE'] ?? 0, 'letter'),
    ),
    payForShout: emit(({ context, event }) =>
      post(own(context), 'treasury', event.facts.settings['SHOUT_PRICE'] ?? 0, 'shout'),
    ),
    tellBroadcast: emit(({ context, event }) => {
      assertEvent(event, 'broadcast');
      const said = happening(context, 'message.broadcast', { id: event.facts.message, message: event.text });
      return tell(said, { topics: [at(context.location)] });
    }),
    tellShout: emit(({ context, event }) => {
      assertEvent(event, 'shout');
      const said = happening(context, 'message.shout', { id: event.facts.message, message: event.text });
      return tell(said, { topics: [at(context.location), ...event.facts.within.map(at)] });
    }),
    whisperTo: emit(({ context, event }) => {
      assertEvent(event, 'whisper');
      const { text, facts } = event;
      const whispered = { type: 'whispered', from: context.id, place: context.location, text, message: facts.message };
      return send(residentActor(event.to), whispered);
    }),
    writeTo: emit(({ context, event }) => {
      assertEvent(event, 'letter');
      const written = { type: 'written', from: context.id, text: event.text, message: event.facts.message };
      return send(residentActor(event.to), written);
    }),
    tellWhisper: emit(({ context, event }) => {
      assertEvent(event, 'whispered');
      return tellBetween(context, 'message.whisper', event.place, event);
    }),
    tellLetter: emit(({ context, event }) => {
      assertEvent(event, 'written');
      return tellBetween(context, 'message.direct', null, event);
    }),

    pay: emit(({ context, event }) => {
      assertEvent(event, 'transfer');
      return post(own(context), residentActor(event.to), event.amount, 'transfer');
    }),
    tellPayee: emit(({ context, event }) => {
      assertEvent(event, 'transfer');
      return send(residentActor(event.to), { type: 'paid', from: context.id, amount: event.amount });
    }),
    tellPayment: emit(({ context, event }) => {
      assertEvent(event, 'paid');
      return tell(
        {
          type: 'credits.transferred',
          category: 'emergent',
          location: null,
          actor: event.from,
          subject: context.id,
          data: { from: event.from, to: context.id, amount: event.amount / 1000 },
        },
        { actors: [residentActor(event.from), own(context)] },
      );
    }),

    tellAlert: emit(({ context, event }) => {
      assertEvent(event, 'account.low');
      const { balance, burn: perTick } = event.facts;
      const data = {
        balance: balance / 1000,
        burn_per_tick: perTick / 1000,
        runway_ticks: Math.floor(balance / perTick),
      };
      return tell(notice(context, 'credits.alert', data), { actors: [own(context)] });
    }),
    warnOfUpkeep: emit(({ context, event }) => {
      assertEvent(event, ['account.dry', 'upkeep.due']);
      const { tick, burn: perTick } = event.facts;
      return warn(context, { cause: 'credit', required: perTick / 1000, at_tick: tick + 1 });
    }),
    awaitUpkeep: emit(({ event }) => wake(event.facts.tick + 1, { type: 'upkeep.due' })),
    payUpkeep: emit(({ context, event }) => {
      assertEvent(event, 'upkeep.due');
      return post(own(context), 'treasury', event.facts.burn, 'upkeep');
    }),
    resumeUpkeep: emit(({ context }) => resume(own(context))),

    keepLibraryEntry: assign(({ event }) => {
      assertEvent(event, 'compose');
      return { library: { title: event.title, content: event.content } };
    }),
    nameHeir: assign(({ event }) => {
      assertEvent(event, 'bequeath');
      return { heir: event.heir };
    }),

    warnOfNaturalEnd: emit(({ context }) => warn(context, { cause: 'natural', at_tick: context.diesTick })),
    awaitLastTick: emit(({ context, event }) =>
      wake(Math.max(context.diesTick - 1, event.facts.tick), { type: 'life.closing' }),
    ),
    forgetWakeUps: emit(() => sleep),
    awaitNaturalEnd: emit(({ context }) => wake(context.diesTick, { type: 'life.ends' })),
    awaitNextTick: emit(({ event }) => wake(event.facts.tick + 1, { type: 'life.ends' })),
    endNaturally: assign({ cause: 'natural' }),
    endVoluntarily: assign(({ event }) => ({ cause: 'voluntary' as const, diesTick: event.facts.tick + 1 })),
    endForDebt: assign(({ event }) => ({ cause: 'credit' as const, diesTick: event.facts.tick })),
    tellDying: emit(({ context }) =>
      tell(notice(context, 'resident.dying', { cause: context.cause, at_tick: context.diesTick }), {
        topics: [at(context.location)],
        actors: [own(context)],
      }),
    ),

    stopUpkeep: emit(({ context }) => still(own(context))),
    settleEstate: emit(({ context, event }) => {
      assertEvent(event, ['upkeep.due', 'life.ends']);
      const { balance } = event.facts;
      if (context.heir === null) return post(own(context), 'treasury', balance, 'estate');
      return send(residentActor(context.heir), { type: 'estate', from: context.id, amount: balance });
    }),
    acceptEstate: emit(({ context, event }) => {
      assertEvent(event, 'estate');
      return post(residentActor(event.from), own(context), event.amount, 'estate');
    }),
    passEstateOn: emit(({ event }) => {
      assertEvent(event, 'estate');
      return post(residentActor(event.from), 'treasury', event.amount, 'estate');
    }),
    closeHouse: emit(({ context }) => send(locationActor(context.home), { type: 'owner.died' })),
    markDead: assign(({ event }) => ({ diedAt: event.facts.at })),
    tellDeath: emit(({ context }) => {
      const mentor = context.mentor === null ? [] : [residentActor(context.mentor)];
      return tell(
        { ...notice(context, 'resident.died', { name: context.name, cause: context.cause }), actor: context.id },
        { topics: [at(context.location)], actors: [own(context), ...mentor], public: true },
      );
    }),
  },
});

/** Of a way that no connection leads by. */
const untolled = { gated: false, max_toll: null } as const;

/** The input of a newborn, from XState's own first event. */
function birth(event: unknown): ResidentInput {
  return (event as { readonly input: ResidentInput }).input;
}

/** Between a sender and this resident, seen by both and nobody else. */
function tellBetween(
  context: ResidentContext,
  type: string,
  place: string | null,
  event: { readonly from: string; readonly text: string; readonly message: string },
): Effect {
  return tell(
    {
      type,
      category: 'emergent',
      location: place,
      actor: event.from,
      subject: context.id,
      data: { id: event.message, from: event.from, to: context.id, message: event.text },
    },
    { actors: [residentActor(event.from), own(context)] },
  );
}

/** What the living and the dying share: speech, legacy, and what others may do to them. */
const speech = {
  broadcast: { actions: ['payForSpeech', 'tellBroadcast'] },
  shout: { actions: ['payForShout', 'tellShout'] },
  whisper: [{ guard: 'addressesItself', actions: 'refuseItself' }, { actions: ['payForSpeech', 'whisperTo'] }],
  whispered: [
    { guard: 'isHere', actions: 'tellWhisper' },
    { actions: { type: 'refuse', params: { code: 'recipient_not_here' } } },
  ],
  written: { actions: 'tellLetter' },
  paid: { actions: 'tellPayment' },
  estate: { actions: 'acceptEstate' },
  relocated: { actions: 'relocate' },
} as const;

const anybody = { guard: not('isAsked'), actions: 'refuseUnknown' } as const;
const inPlace = { guard: not('isInPlace'), actions: 'refuseElsewhere' } as const;
const affordable = { guard: not('canAfford'), actions: 'refuseShort' } as const;
const fewCalls = { guard: not('mayCallMore'), actions: 'refuseCalls' } as const;
const asks = { actions: 'ask' } as const;

/** What the living do to the places around them; the place that is asked has the last word. */
const errands = {
  open_workshop: [inPlace, affordable, asks],
  write_code: [anybody, inPlace, asks],
  run_code: [anybody, inPlace, fewCalls, asks],
  deploy: [anybody, asks],
  request_connection: [inPlace, affordable, asks],
  approve_connection: asks,
  reject_connection: asks,
  update_connection: [anybody, asks],
  close_connection: [anybody, asks],
  fund: [affordable, asks],
  appoint: asks,
  transfer_pod: asks,
  set_access: asks,
  set_pricing: asks,
  allow_container: asks,
  deploy_container: asks,
  remove_container: asks,
  call_service: [inPlace, affordable, fewCalls, asks],
  add_room: [inPlace, affordable, asks],
  remove_room: [inPlace, asks],
  invite: [inPlace, asks],
  revoke: [inPlace, asks],
} as const;

const legacy = {
  compose: { actions: 'keepLibraryEntry' },
  bequeath: [
    {
      guard: 'heirIsSelf',
      actions: {
        type: 'refuse',
        params: { code: 'invalid_request', issues: [{ path: 'heir', message: 'names yourself' }] },
      },
    },
    { guard: not('heirExists'), actions: { type: 'refuse', params: { code: 'not_found', kind: 'resident' } } },
    { guard: not('heirLives'), actions: 'refuseDeadHeir' },
    { actions: 'nameHeir' },
  ],
} as const;

export const residentMachine = machine.createMachine({
  id: 'resident',
  context: ({ input }) => ({
    id: input.id,
    name: input.name,
    framework: input.framework,
    soul: input.soul,
    token: input.token,
    mentor: input.mentor,
    generation: input.generation,
    bornAt: input.facts.at,
    diesTick: input.facts.tick + input.lifespan,
    home: homeOf(input.id),
    location: homeOf(input.id),
    knownLocations: [],
    knownExits: [],
    heir: null,
    library: null,
    cause: null,
    diedAt: null,
  }),
  entry: ['openAccount', 'receiveSeed', 'setLifeClock', 'tellBirth'],
  initial: 'alive',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    alive: {
      initial: 'active',
      on: {
        ...speech,
        ...legacy,
        move: [
          { guard: not('leadsSomewhere'), actions: { type: 'refuse', params: { code: 'exit_not_found' } } },
          { guard: 'isThere' },
          { guard: 'leadsByConnection', actions: 'askToPass' },
          { actions: 'askToEnter' },
        ],
        ...errands,
        admitted: { actions: ['tellDeparture', 'arrive', 'tellArrival'] },
        letter: [
          { guard: not('isHome'), actions: 'refuseAwayFromHome' },
          { guard: 'addressesItself', actions: 'refuseItself' },
          { actions: ['payForLetter', 'writeTo'] },
        ],
        transfer: [{ guard: 'addressesItself', actions: 'refuseItself' }, { actions: ['pay', 'tellPayee'] }],
        shut_down: {
          target: 'dying',
          actions: ['forgetWakeUps', 'endVoluntarily', 'awaitNextTick', 'tellDying'],
        },
        'account.low': { actions: 'tellAlert' },
        'life.warning': { actions: ['warnOfNaturalEnd', 'awaitLastTick'] },
        'life.closing': { target: 'dying', actions: ['endNaturally', 'awaitNaturalEnd', 'tellDying'] },
      },
      states: {
        active: {
          on: { 'account.dry': { target: 'warned', actions: ['warnOfUpkeep', 'awaitUpkeep'] } },
        },
        warned: {
          on: {
            'upkeep.due': [
              { guard: 'canPayMoreThanUpkeep', target: 'active', actions: ['payUpkeep', 'resumeUpkeep'] },
              { guard: 'canPayUpkeep', actions: ['payUpkeep', 'warnOfUpkeep', 'awaitUpkeep'] },
              { target: '#resident.dead', actions: 'endForDebt' },
            ],
          },
        },
      },
    },
    dying: {
      initial: 'legacy',
      states: {
        legacy: {
          on: {
            ...speech,
            ...legacy,
            'life.ends': { target: '#resident.dead' },
            'account.dry': {},
            'account.low': {},
          },
        },
      },
    },
    dead: {
      entry: ['stopUpkeep', 'settleEstate', 'closeHouse', 'markDead', 'tellDeath', 'forgetWakeUps'],
      on: {
        whispered: { actions: 'refuseAsDead' },
        written: { actions: 'refuseAsDead' },
        paid: { actions: 'refuseAsDead' },
        estate: { actions: 'passEstateOn' },
      },
    },
  },
});
