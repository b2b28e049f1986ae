/** Birth, upkeep, the last ticks, and what a resident leaves behind. */
import { must } from '../../../engine/assert.ts';
import { burn, type Effect, each, post, repay, resume, retire, sleep, stopBurn, wake } from '../../../engine/effect.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import { perform } from '../../effects.ts';
import type { DataOf } from '../../event-types.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { endowmentKept } from '../../rules/people/endowment.ts';
import { faceOf } from '../../rules/people/face.ts';
import { tellCreditsReceivedForLater } from '../../rules/people/payees.ts';
import { at, locationActor, registers, residentActor, soulActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { birth, change, effect, itsVisitor, notice, on, own, refuses } from './base.ts';
import { deadlyEvents, type Means } from './facts.ts';
import type { ResidentContext } from './messages.ts';

const warn = (context: ResidentContext, data: DataOf<'death.warning'>): Effect =>
  tell(notice(context, 'death.warning', data), {
    actors: [own(context), ...itsVisitor(context)],
    letters: itsVisitor(context),
  });

/** Millicredits without which a resident ends at its next tick: the burn, and what the dry tick left unpaid (UP4). */
export const due = ({ burn: perTick, owed }: Means): number => perTick + owed;

const mentorOf = ({ mentor }: ResidentContext) => (mentor === null ? [] : [residentActor(mentor)]);

/** In a turn of its own: the death stands even if passing on the pods fails (DD7). */
const passPodsOnSoon = (tick: number): Effect => wake(tick, { type: 'estate.settled' });

/** One for all: each resident keeps it for most of its life. */
const lifeWarning = { type: 'life.warning' };

export const living = {
  guards: {
    /** A resident cannot be its own heir; an heir must live (LG1). */
    heirIsSelf: on('bequeath', ({ context, event }) => event.heir === context.id),
    heirExists: on('bequeath', ({ event }) => event.facts.heir.is !== 'unknown'),
    heirLives: on('bequeath', ({ event }) => event.facts.heir.is === 'alive'),
    canPayMoreThanUpkeep: on('upkeep.due', ({ event }) => event.facts.balance > due(event.facts)),
    canPayUpkeep: on('upkeep.due', ({ event }) => event.facts.balance >= due(event.facts)),
    isOfSoul: ({ context }: { readonly context: ResidentContext }) => context.origin !== undefined,
  },
  actions: {
    /** Commands to the dead are refused (DD1). */
    refuseAsDead: refuses(({ context }) =>
      refusal('resident_dead', { resident: context.id, died_at: isoTime(context.diedAt ?? 0), cause: context.cause }),
    ),
    refuseDeadHeir: refuses(
      on('bequeath', ({ event }) => {
        const { heir } = event.facts;
        return refusal('resident_dead', heir.is === 'dead' ? { died_at: heir.died_at, cause: heir.cause } : {});
      }),
    ),
    /** The upkeep of the core container; rooms add to it (UP1). */
    openAccount: effect((scene) => burn(own(scene.context), setting(birth(scene).facts.settings, 'RESIDENT_UPKEEP'))),
    receiveSeed: effect((scene) => post('treasury', own(scene.context), birth(scene).credits, 'seed')),
    /** Out of escrow, where its mentor has put it (SO3). */
    receiveDonation: effect((scene) => post('escrow', own(scene.context), birth(scene).donation ?? 0, 'donation')),
    tellSoulOfBirth: effect(({ context: { id, origin } }) =>
      origin === undefined ? each([]) : send(soulActor(origin.soul), { type: 'born', resident: id }),
    ),
    setLifeClock: effect((scene) => wake(Math.max(scene.context.diesTick - 2, birth(scene).facts.tick), lifeWarning)),
    tellBirth: effect(({ context }) =>
      tell(
        {
          ...notice(context, 'resident.born', {
            name: context.name,
            mentor: context.mentor,
            face: faceOf(context),
          }),
          actor: context.id,
        },
        {
          topics: [at(context.location)],
          actors: [own(context), ...mentorOf(context)],
          public: true,
          // A resident without a mentor begins a lineage.
          ...(context.mentor === null && { registers: [registers.lineages] }),
        },
      ),
    ),

    /** Once, until the runway is longer again (UP2). */
    tellAlert: effect(
      on('account.low', ({ context, event }) => {
        const { balance, burn: perTick, owed } = event.facts;
        const data = {
          balance: balance / 1000,
          burn_per_tick: perTick / 1000,
          runway_ticks: Math.floor(Math.max(0, balance - owed) / perTick),
        };
        return tell(notice(context, 'credits.alert', data), {
          actors: [own(context), ...itsVisitor(context)],
          letters: itsVisitor(context),
        });
      }),
    ),
    /** It has one tick of grace, in which it may do everything (UP3). */
    warnOfUpkeep: effect(
      on(['account.dry', 'upkeep.due'], ({ context, event }) => {
        // When it hears `upkeep.due`, all that it owed has just been paid.
        const owed = event.type === 'account.dry' ? event.facts.owed : 0;
        const required = due({ ...event.facts, owed }) / 1000;
        const at_tick = event.facts.tick + 1;
        const text =
          `You die at the next tick, ${at_tick}, unless you have ${required} credits then: ` +
          `${event.facts.burn / 1000} for that tick${owed === 0 ? '' : `, and ${owed / 1000} of this one that you could not pay`}. ` +
          'Others can give them to you until then.';
        return warn(context, { cause: 'credit', required, owed: owed / 1000, at_tick, text });
      }),
    ),
    awaitUpkeep: effect(({ event }) => wake(event.facts.tick + 1, { type: 'upkeep.due' })),
    payUpkeep: effect(
      on('upkeep.due', ({ context, event }) =>
        each([repay(own(context)), post(own(context), 'treasury', event.facts.burn, 'upkeep')]),
      ),
    ),
    resumeUpkeep: effect(({ context }) => resume(own(context))),

    /** The newest entry counts (LG2). */
    keepLibraryEntry: change(
      on('compose', ({ event }) => ({ library: { title: event.title, content: event.content } })),
    ),
    nameHeir: change(on('bequeath', ({ event }) => ({ heir: event.heir }))),

    /** Two ticks before the end (DY1). */
    warnOfNaturalEnd: effect(({ context }) => {
      const { diesTick } = context;
      const text =
        `You die at tick ${diesTick}: your lifetime is over then, and nothing prevents it. From tick ${diesTick - 1} on ` +
        'you can speak, write letters from home and settle your legacy (/v1/legacy/bequeath, /v1/legacy/compose), nothing else.';
      return warn(context, { cause: 'natural', at_tick: diesTick, text });
    }),
    awaitLastTick: effect(({ context, event }) =>
      wake(Math.max(context.diesTick - 1, event.facts.tick), { type: 'life.closing' }),
    ),
    forgetWakeUps: effect(() => sleep),
    awaitNaturalEnd: effect(({ context }) => wake(context.diesTick, { type: 'life.ends' })),
    awaitNextTick: effect(({ event }) => wake(event.facts.tick + 1, { type: 'life.ends' })),
    endNaturally: change(() => ({ cause: 'natural' })),
    /** At the next tick (DY2). */
    endVoluntarily: change(({ event }) => ({ cause: 'voluntary', diesTick: event.facts.tick + 1 })),
    endForDebt: change(({ event }) => ({ cause: 'credit', diesTick: event.facts.tick })),
    tellDying: effect(({ context }) =>
      tell(notice(context, 'resident.dying', { cause: context.cause, at_tick: context.diesTick }), {
        topics: [at(context.location)],
        actors: [own(context), ...itsVisitor(context)],
        letters: itsVisitor(context),
      }),
    ),

    /** Asked for before everything else that follows a death, and performed after the turn (DD6). */
    askArchiving: effect(
      on([...deadlyEvents, 'archive.due'], ({ context, event }) => {
        const { id: resident, name, framework, generation, mentor, bornAt, cause, library } = context;
        const { mentees, at: now } = event.facts;
        const life = { resident, name, framework, generation, mentor, mentees, bornAt, cause: must(cause, 'a cause') };
        const diedAt = context.diedAt ?? now;
        return perform('archive', { ...life, diedAt, diedTick: context.diesTick, composition: library });
      }),
    ),
    awaitArchiving: effect(({ event }) => wake(event.facts.tick + 1, { type: 'archive.due' })),
    stopUpkeep: effect(({ context }) => stopBurn(own(context))),
    /** To the heir, who takes it or passes it on, else to the treasury (LG3). The treasury gets what is kept of an endowment (EN2). */
    settleEstate: effect(
      on(deadlyEvents, ({ context, event }) => {
        const { balance, tick } = event.facts;
        const kept = endowmentKept(context, tick);
        if (context.heir === null || (kept > 0 && balance <= kept))
          return each([post(own(context), 'treasury', balance, 'estate'), passPodsOnSoon(tick)]);
        return each([
          post(own(context), 'treasury', kept, 'estate'),
          send(residentActor(context.heir), { type: 'estate', from: context.id, amount: balance - kept }),
        ]);
      }),
    ),
    acceptEstate: effect(
      on('estate', ({ context, event }) =>
        each([
          post(residentActor(event.from), own(context), event.amount, 'estate'),
          send(residentActor(event.from), { type: 'estate.taken', by: context.id }),
        ]),
      ),
    ),
    /** Also as a letter: the heir may be away (LG4). */
    tellEstate: effect(
      on('estate', ({ context, event }) => {
        const { from, amount } = event;
        return tellCreditsReceivedForLater(own(context), { reason: 'estate', from, amount: amount / 1000 });
      }),
    ),
    /**
     * Where part of an endowment was kept, nobody takes the pods or what comes back later, since it may have come from the endowment (EN2).
     */
    rememberWhoTookIt: change(
      on('estate.taken', ({ context, event }) => ({
        estateTo: endowmentKept(context, event.facts.tick) > 0 ? null : event.by,
      })),
    ),
    passPodsOnSoon: effect(({ event }) => passPodsOnSoon(event.facts.tick)),
    /** The heir has died before the estate came: it goes to the treasury. */
    passEstateOn: effect(
      on('estate', ({ event: { from, amount } }) =>
        each([
          post(residentActor(from), 'treasury', amount, 'estate'),
          send(residentActor(from), { type: 'estate.taken', by: null }),
        ]),
      ),
    ),
    /** A pod hears of its new owner before anything else (K4). If this fails it is not retried: the pods hear it by themselves (DD7). */
    passPodsOn: effect(
      on('estate.settled', ({ context, event: { facts } }) => {
        const pods = facts.tick > context.diesTick ? [] : facts.pods;
        return each([
          ...pods.map((pod) => send(pod, { type: 'hears.due' })),
          send(own(context), { type: 'pods.settled' }),
        ]);
      }),
    ),
    /** In a turn of its own: a quarantined soul keeps nobody else from hearing of the death (DD7). */
    tellSoulSoon: effect(({ event }) => wake(event.facts.tick, { type: 'death.told' })),
    /** The soul notifies its visitor (SO4). */
    tellSoulOfDeath: effect(({ context: { origin, cause, crash } }) => {
      if (origin === undefined) return each([]);
      const reason = crash !== undefined && { reason: crash };
      return send(soulActor(origin.soul), { type: 'died', cause: must(cause, 'a cause'), ...reason });
    }),
    takeSoulAlong: effect(({ context: { origin } }) =>
      origin === undefined ? each([]) : send(soulActor(origin.soul), { type: 'leaves' }),
    ),
    noteMentees: change(on('leaves', ({ event }) => ({ mentees: event.facts.mentees }))),
    leave: effect(() => retire),
    closeHouse: effect(({ context }) => send(locationActor(context.home), { type: 'owner.died' })),
    /** Records when it died and what it left (SO8). */
    markDead: change(
      on(deadlyEvents, ({ event: { facts } }) => ({
        diedAt: facts.at,
        estateCredits: facts.balance,
      })),
    ),
    /** For the public, those present, the mentor and the mentees (DD3). The place is left out if it is hidden (KN3). */
    tellDeath: effect(
      on('pods.settled', ({ context, event }) => {
        return tell(
          {
            ...notice(context, 'resident.died', {
              ...{ name: context.name, cause: context.cause, mentor: context.mentor },
              mentees: event.facts.mentees,
              face: faceOf(context),
            }),
            actor: context.id,
            ...(!event.facts.isSeen && { location: null }),
          },
          {
            topics: [at(context.location)],
            actors: [own(context), ...mentorOf(context), ...event.facts.children],
            public: true,
            registers: [registers.deaths],
          },
        );
      }),
    ),
  },
};
