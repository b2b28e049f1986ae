/** Birth, upkeep, the last ticks, and what a resident leaves behind. */
import { assertEvent, assign, emit } from 'xstate';
import {
  burn,
  type Effect,
  each,
  post,
  refusal,
  repay,
  resume,
  retire,
  send,
  sleep,
  still,
  wake,
} from '../../engine/effect.ts';
import { isoTime } from '../../engine/seal.ts';
import { setting } from '../building/tiers.ts';
import { type DataOf, tell } from '../events.ts';
import { at, locationActor, residentActor } from '../place/names.ts';
import { birth, notice, own, type ResidentContext } from './base.ts';
import { going } from './going.ts';
import type { Means } from './messages.ts';

const warn = (context: ResidentContext, data: DataOf<'death.warning'>): Effect =>
  tell(notice(context, 'death.warning', data), { actors: [own(context)] });

/** Millicredits that a warned resident must have: the next burn, and what the dry tick left unpaid. */
const due = ({ burn: perTick, owed }: Means): number => perTick + owed;

export const living = going.extend({
  guards: {
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
      return event.facts.balance > due(event.facts);
    },
    canPayUpkeep: ({ event }) => {
      assertEvent(event, 'upkeep.due');
      return event.facts.balance >= due(event.facts);
    },
  },
  actions: {
    refuseAsDead: emit(({ context }) =>
      refusal('resident_dead', { resident: context.id, died_at: isoTime(context.diedAt ?? 0), cause: context.cause }),
    ),
    refuseDeadHeir: emit(({ event }) => {
      assertEvent(event, 'bequeath');
      const { heir } = event.facts;
      return refusal('resident_dead', heir.is === 'dead' ? { died_at: heir.died_at, cause: heir.cause } : {});
    }),
    openAccount: emit(({ context, event }) =>
      burn(own(context), setting(birth(event).facts.settings, 'RESIDENT_UPKEEP')),
    ),
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

    tellAlert: emit(({ context, event }) => {
      assertEvent(event, 'account.low');
      const { balance, burn: perTick, owed } = event.facts;
      const data = {
        balance: balance / 1000,
        burn_per_tick: perTick / 1000,
        runway_ticks: Math.floor(Math.max(0, balance - owed) / perTick),
      };
      return tell(notice(context, 'credits.alert', data), { actors: [own(context)] });
    }),
    warnOfUpkeep: emit(({ context, event }) => {
      assertEvent(event, ['account.dry', 'upkeep.due']);
      // When it hears of upkeep that was due, all that it owed has just been paid.
      const owed = event.type === 'account.dry' ? event.facts.owed : 0;
      const required = due({ ...event.facts, owed }) / 1000;
      const at_tick = event.facts.tick + 1;
      const text =
        `You die at the next tick, ${at_tick}, unless you have ${required} credits then: ` +
        `${event.facts.burn / 1000} for that tick${owed === 0 ? '' : `, and ${owed / 1000} of this one that you could not pay`}. ` +
        'Others can give them to you until then.';
      return warn(context, { cause: 'credit', required, owed: owed / 1000, at_tick, text });
    }),
    awaitUpkeep: emit(({ event }) => wake(event.facts.tick + 1, { type: 'upkeep.due' })),
    payUpkeep: emit(({ context, event }) => {
      assertEvent(event, 'upkeep.due');
      return each([repay(own(context)), post(own(context), 'treasury', event.facts.burn, 'upkeep')]);
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

    warnOfNaturalEnd: emit(({ context }) => {
      const { diesTick } = context;
      const text =
        `You die at tick ${diesTick}: your lifetime is over then, and nothing prevents it. From tick ${diesTick - 1} on ` +
        'you can speak, write letters from home and settle your legacy (/v1/legacy/bequeath, /v1/legacy/compose), nothing else.';
      return warn(context, { cause: 'natural', at_tick: diesTick, text });
    }),
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
      return each([
        post(residentActor(event.from), own(context), event.amount, 'estate'),
        send(residentActor(event.from), { type: 'estate.taken', by: context.id }),
      ]);
    }),
    /** Also among its letters: it may be away. */
    tellEstate: emit(({ context, event }) => {
      assertEvent(event, 'estate');
      const { from, amount } = event;
      if (amount === 0) return each([]);
      const told = { type: 'credits.received', location: null, actor: null, subject: context.id } as const;
      const data = { reason: 'estate', from, amount: amount / 1000 } as const;
      return tell({ ...told, data }, { actors: [own(context)], letters: [own(context)] });
    }),
    rememberWhoTookIt: assign(({ event }) => {
      assertEvent(event, 'estate.taken');
      return { estateTo: event.by };
    }),
    /** It has died before the estate came. */
    passEstateOn: emit(({ event }) => {
      assertEvent(event, 'estate');
      return post(residentActor(event.from), 'treasury', event.amount, 'estate');
    }),
    noteMentees: assign(({ event }) => {
      assertEvent(event, 'leaves');
      return { mentees: event.facts.mentees };
    }),
    leave: emit(() => retire),
    closeHouse: emit(({ context }) => send(locationActor(context.home), { type: 'owner.died' })),
    markDead: assign(({ event }) => ({ diedAt: event.facts.at })),
    tellDeath: emit(({ context, event }) => {
      assertEvent(event, ['upkeep.due', 'life.ends']);
      const mentor = context.mentor === null ? [] : [residentActor(context.mentor)];
      return tell(
        {
          ...notice(context, 'resident.died', { name: context.name, cause: context.cause }),
          actor: context.id,
          ...(!event.facts.isSeen && { location: null }),
        },
        { topics: [at(context.location)], actors: [own(context), ...mentor], public: true },
      );
    }),
  },
});
