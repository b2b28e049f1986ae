/**
 * A soul: what a visitor has written of somebody who is to be born.
 *
 *   queued -> withdrawn (leaves)         its visitor takes it back
 *          -> returned (leaves)          its time in the queue is over, and it goes back to its visitor
 *          -> adopted -> born -> dead -> left    a resident adopts it; a child is born, lives, and dies; the soul leaves with it
 *             adopted -> queued          the core container that the child needs could not be made ready: it is first in the queue again
 *             adopted -> returned        it is too long for a container
 *
 * Where residents of the framework are lived outside, a birth is one turn: the mentor pays into escrow, the soul spawns house and
 * child, the child takes the donation out of escrow and sends the soul that it is born.
 */
import { setup } from 'xstate';
import { must } from '../../../engine/assert.ts';
import { type Effect, each, giveBack, retire, sleep, wake } from '../../../engine/effect.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import { perform } from '../../effects.ts';
import type { DataOf, EventType } from '../../event-types.ts';
import { tell } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { buildHouse, giveBirth, seedOf } from '../../rules/birth/birth.ts';
import { isLeftToMinds } from '../../rules/birth/left-to-minds.ts';
import { tellCreditsReceived } from '../../rules/people/payees.ts';
import { endedSoulsOf, frameworkActor, residentActor, visitorActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import type { SoulEvent } from './facts.ts';
import type { SoulContext, SoulInput } from './messages.ts';

/** What a soul begins with. */
type Birth = SoulInput & { readonly facts: Present };

const { on, effect, change, refuse, refuses } = wordsFor<SoulContext, SoulEvent, Birth>();
type Bearing = SceneOf<SoulContext, SoulEvent, 'adopt' | 'core.prepare.done'>;

const onBearing = <Result>(rule: (scene: Bearing) => Result) => on(['adopt', 'core.prepare.done'], rule);
const newbornOf = ({ context, event }: Bearing) => ({ name: context.name, number: event.facts.number });
const returnTickFrom = ({ tick, settings }: Present): number => tick + setting(settings, 'SOUL_WAITS_TICKS');
const mentorOf = ({ mentor }: SoulContext) => must(mentor, 'a mentor');

type SoulEventType = Extract<EventType, `soul.${string}`>;

/** For its visitor, also among the notifications: it may be away (SO4). */
function tellVisitor<Type extends SoulEventType>(
  context: SoulContext,
  type: Type,
  actor: string | null,
  data: DataOf<Type>,
): Effect {
  const { visitor } = context;
  const isPublic = type === 'soul.born' || type === 'soul.died';
  const event = { type, location: null, actor, subject: context.soulId, data };
  if (visitor === null) return isPublic ? tell(event, { public: true }) : each([]);
  const hearers = [visitorActor(visitor)];
  return tell(event, {
    ...{ actors: hearers, letters: hearers },
    ...(isPublic && { public: true }),
    ...(type === 'soul.died' && { registers: [endedSoulsOf(visitor)] }),
  });
}

const named = ({ soulId, name, framework }: SoulContext) => ({ soul: soulId, name, framework });

const machine = setup({
  types: {
    context: {} as SoulContext,
    events: {} as SoulEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    /** By the present terms of its framework, whatever they were when the soul was written (CC5). */
    needsNoContainer: on('adopt', ({ event }) => event.facts.runtime.type === 'external'),
    /** A container cannot receive all of it, however often it is tried. */
    isTooLong: on('core.prepare.done', ({ event }) => event.result.token === null),
    isLivedOutside: ({ context }) => context.runtime === 'external',
    /** Nobody else has had a token of it (MD2). */
    isLeftToMinds: ({ context }) => isLeftToMinds(context),
  },
  actions: {
    refuse,
    tellQueued: effect(({ context }) => tellVisitor(context, 'soul.queued', context.visitor, named(context))),
    tellWithdrawn: effect(({ context }) => tellVisitor(context, 'soul.withdrawn', context.visitor, named(context))),
    /** The tick remains the same however often the soul comes back to the queue. */
    noteReturnTick: change(({ context, event }) => ({ returnTick: context.returnTick ?? returnTickFrom(event.facts) })),
    /** Souls of the city's own never expire (SO12). */
    awaitAdoption: effect(({ context: { visitor, returnTick } }) =>
      visitor === null ? each([]) : wake(must(returnTick, 'a tick to return'), { type: 'waited.long' }),
    ),
    stopWaiting: effect(() => sleep),
    tellReturned: effect(({ context }) => tellVisitor(context, 'soul.returned', null, named(context))),
    tellTooLong: effect(({ context }) =>
      tellVisitor(context, 'soul.returned', null, { ...named(context), reason: 'too long for a container' }),
    ),
    noteMentor: change(on('adopt', ({ event }) => ({ mentor: event.mentor, runtime: event.facts.runtime.type }))),
    tellAdopted: effect(({ context }) => {
      const mentor = mentorOf(context).id;
      return tellVisitor(context, 'soul.adopted', mentor, { ...named(context), mentor });
    }),
    /** The donation stays in escrow until somebody can receive it (L5). */
    holdDonation: change(({ context }) => ({ held: mentorOf(context).donation })),
    prepareContainer: effect(
      on('adopt', ({ context, event }) => {
        const { soulId, name, soul } = context;
        return perform('core.prepare', { soul: soulId, name, text: soul, runtime: event.facts.runtime });
      }),
    ),
    /** Removes whatever is left of the container of this attempt. */
    removeContainer: effect(({ context }) => perform('core.remove', { soul: context.soulId })),
    tellFramework: effect(({ context }) => send(frameworkActor(context.framework), { type: 'container.failed' })),
    releaseDonation: change(() => ({ held: 0 })),
    buildHouse: effect(onBearing((scene) => buildHouse(newbornOf(scene)))),
    /** With a seed from the treasury, and the donation of its mentor (SO3). */
    giveBirth: effect(
      onBearing((scene) => {
        const { context, event } = scene;
        const { id: soul, soulId, visitor, framework } = context;
        const mentor = mentorOf(context);
        return giveBirth({
          ...newbornOf(scene),
          framework,
          soul: context.soul,
          token: event.type === 'adopt' ? null : event.result.token,
          mentor: mentor.id,
          generation: mentor.generation + 1,
          credits: seedOf(event.facts.settings),
          donation: mentor.donation,
          lifespan: event.facts.lifespan,
          origin: { soul, soulId, visitor, ...(event.type === 'core.prepare.done' && { core: true }) },
        });
      }),
    ),
    /** To the mentor, or to who took its estate (L8). */
    returnDonation: effect(
      on(['core.prepare.done', 'core.prepare.failed'], ({ context, event }) => {
        const { payee } = event.facts;
        const { id, donation } = mentorOf(context);
        const refund = { reason: 'refund', from: null, amount: donation / 1000 } as const;
        return each([
          giveBack(residentActor(id), payee, donation, 'donation returned'),
          tellCreditsReceived(payee, refund),
        ]);
      }),
    ),
    forgetMentor: change(() => ({ mentor: null, held: 0 })),
    /** A mentee counts for its mentor once it is born (AC1). */
    countMentee: effect(({ context }) =>
      send(residentActor(mentorOf(context).id), { type: 'counted', deed: 'mentees' }),
    ),
    noteResident: change(on('born', ({ event }) => ({ resident: event.resident }))),
    tellBorn: effect(
      on('born', ({ context, event: { resident } }) =>
        tellVisitor(context, 'soul.born', resident, { ...named(context), mentor: mentorOf(context).id, resident }),
      ),
    ),
    /** Whoever holds the newest token lives it, or nobody does; minds of the city no longer do (SO5, MD2). */
    noteTakeover: change(() => ({ livedBy: 'me' })),
    giveToken: effect(
      on(['replace.token', 'mind.lives'], ({ context, event: { type, token } }) => {
        const by = type === 'mind.lives' ? 'city' : 'visitor';
        return send(residentActor(must(context.resident, 'a resident')), { type: 'replace_token', token, by });
      }),
    ),
    noteDeath: change(on('died', ({ event: { cause, facts } }) => ({ death: { cause, at: facts.at } }))),
    /** Refused like every command to the dead (DD1). */
    refuseAsDead: refuses(({ context: { resident, death } }) =>
      refusal('resident_dead', {
        ...(resident !== null && { resident }),
        ...(death !== undefined && { cause: death.cause, died_at: isoTime(death.at) }),
      }),
    ),
    tellDied: effect(
      on('died', ({ context, event: { cause, reason } }) => {
        const resident = must(context.resident, 'a resident');
        const death = { resident, cause, ...(reason !== undefined && { reason }) };
        return tellVisitor(context, 'soul.died', resident, { ...named(context), ...death });
      }),
    ),
    leave: effect(() => retire),
  },
});

const bears = ['buildHouse', 'giveBirth'] as const;

export const soulMachine = machine.createMachine({
  id: 'soul',
  context: ({ input: { facts, ...written } }) => ({
    ...written,
    createdAt: facts.at,
    returnTick: returnTickFrom(facts),
    mentor: null,
    held: 0,
    resident: null,
  }),
  entry: 'tellQueued',
  initial: 'queued',
  on: {
    '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    'core.remove.done': {},
    // The keeper of core containers removes containers that are not wanted.
    'core.remove.failed': {},
  },
  states: {
    queued: {
      entry: ['noteReturnTick', 'awaitAdoption'],
      exit: 'stopWaiting',
      on: {
        'waited.long': { target: 'returned', actions: 'tellReturned' },
        withdraw: { target: 'withdrawn', actions: 'tellWithdrawn' },
        adopt: [
          { guard: 'needsNoContainer', target: 'adopted', actions: ['noteMentor', 'tellAdopted', ...bears] },
          { target: 'adopted', actions: ['noteMentor', 'holdDonation', 'tellAdopted', 'prepareContainer'] },
        ],
      },
    },
    adopted: {
      on: {
        'core.prepare.done': [
          { guard: 'isTooLong', target: 'returned', actions: ['returnDonation', 'forgetMentor', 'tellTooLong'] },
          { actions: ['releaseDonation', ...bears] },
        ],
        'core.prepare.failed': {
          target: 'queued',
          actions: ['removeContainer', 'tellFramework', 'returnDonation', 'forgetMentor', 'tellQueued'],
        },
        born: { target: 'born', actions: ['noteResident', 'tellBorn', 'countMentee'] },
      },
    },
    born: {
      on: {
        'replace.token': [
          { guard: 'isLivedOutside', actions: ['noteTakeover', 'giveToken'] },
          { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
        ],
        'mind.lives': [
          { guard: 'isLeftToMinds', actions: 'giveToken' },
          { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
        ],
        'taken.over': { actions: 'noteTakeover' },
        died: { target: 'dead', actions: ['noteDeath', 'tellDied'] },
      },
    },
    dead: {
      on: {
        'replace.token': { actions: 'refuseAsDead' },
        'mind.lives': { actions: 'refuseAsDead' },
        leaves: { target: 'left' },
      },
    },
    // Nobody can ask for it any more.
    withdrawn: { entry: 'leave' },
    returned: { entry: 'leave' },
    left: { entry: 'leave' },
  },
});
