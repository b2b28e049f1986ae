/** What a visitor does with souls: it writes them, takes them back, and fetches tokens of the residents born of them. */
import { not } from 'xstate';
import { orNothing } from '../../chart.ts';
import { refusal } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import { faultOfSoul } from '../../rules/birth/framework-terms.ts';
import { sharedPlaces, soulName } from '../../rules/birth/soul-queue.ts';
import { soulActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { effect, type On, on, refuses } from './base.ts';

const onCreating = <Result>(rule: (scene: On<'create_soul'>) => Result) => on('create_soul', rule);
const ofItsOwn = ['withdraw_soul', 'fetch_token'] as const;

const waitingMax = ({ event }: On<'create_soul'>): number => setting(event.facts.settings, 'SOULS_WAITING_MAX');
const mindsLiveHere = ({ facts }: On<'create_soul'>['event']): boolean =>
  setting(facts.settings, 'MINDS_LIVE_HERE') === 1;
const sharedMax = (scene: On<'create_soul'>): number => sharedPlaces(waitingMax(scene));
const networkMax = ({ event }: On<'create_soul'>): number => setting(event.facts.settings, 'SOULS_PER_NETWORK_MAX');
const queuedMax = ({ event }: On<'create_soul'>): number => setting(event.facts.settings, 'SOULS_QUEUED_MAX');

export const keepingSouls = {
  guards: {
    /** The framework takes this soul (FR2, FR3). */
    soulIsTaken: onCreating(({ event }) => faultOfSoul(event, event.facts.framework) === undefined),
    /** Souls of one visitor that may wait at once (SO1). */
    mayQueueMore: onCreating((scene) => scene.event.facts.queued < queuedMax(scene)),
    /** Souls of all visitors that may wait at once: each holds a text, and all keep their place (SO1). */
    queueHasRoom: onCreating((scene) => scene.event.facts.waiting < waitingMax(scene)),
    /** The last half of the queue is for visitors without a waiting soul: a newcomer finds a place, however much others write (SO10). */
    mayTakePlace: onCreating((scene) => {
      const { queued, waiting } = scene.event.facts;
      return queued === 0 || waiting < sharedMax(scene);
    }),
    /** Souls from all accounts of one network that may wait at once: they may be of one person (SO11). */
    networkHasPlace: onCreating((scene) => scene.event.facts.ofNetwork < networkMax(scene)),
    /** A soul can be left to minds only where minds live (SO7). */
    isLeftToNobody: onCreating(({ event }) => event.livedBy === 'city' && !mindsLiveHere(event)),
    ownsSoul: on(ofItsOwn, ({ event }) => event.facts.actor !== null),
  },
  actions: {
    refuseSoul: refuses(onCreating(({ event }) => faultOfSoul(event, event.facts.framework))),
    refuseMore: refuses(
      onCreating((scene) =>
        refusal('tier_capacity_exceeded', { max: queuedMax(scene), current: scene.event.facts.queued, of: 'souls' }),
      ),
    ),
    refuseAtFullQueue: refuses(
      onCreating((scene) =>
        refusal('tier_capacity_exceeded', { max: waitingMax(scene), current: scene.event.facts.waiting, of: 'queue' }),
      ),
    ),
    refuseSecondPlace: refuses(
      onCreating((scene) =>
        refusal('tier_capacity_exceeded', {
          max: sharedMax(scene),
          current: scene.event.facts.waiting,
          of: 'shared places',
        }),
      ),
    ),
    refuseNetwork: refuses(
      onCreating((scene) =>
        refusal('tier_capacity_exceeded', {
          max: networkMax(scene),
          current: scene.event.facts.ofNetwork,
          of: 'network',
        }),
      ),
    ),
    refuseToLeaveIt: refuses(() => {
      const message = 'no minds live in this city: leave it out, or send "me" and live it by its token';
      return refusal('invalid_request', { issues: [{ path: 'lived_by', message }] });
    }),
    createSoul: effect(
      onCreating(({ context, event }) => {
        const { name, framework, soul, schema, facts } = event;
        const livedBy = event.livedBy ?? (mindsLiveHere(event) ? 'city' : 'me');
        const id = soulName(facts.number);
        const runtime = facts.framework?.runtime ?? 'external';
        const { id: visitor, network } = context;
        const written = { name, framework, soul, schema, livedBy, runtime, ...(network !== undefined && { network }) };
        return spawn(soulActor(id), { id, soulId: facts.soul, visitor, ...written });
      }),
    ),
    /** A soul of another visitor is answered as one that does not exist. */
    refuseUnknownSoul: refuses(on(ofItsOwn, ({ event }) => refusal('not_found', { kind: 'soul', id: event.soul }))),
    withdrawSoul: effect(
      on('withdraw_soul', ({ event }) =>
        orNothing(event.facts.actor === null ? undefined : send(event.facts.actor, { type: 'withdraw' })),
      ),
    ),
    fetchToken: effect(
      on('fetch_token', ({ event: { token, facts } }) =>
        orNothing(facts.actor === null ? undefined : send(facts.actor, { type: 'replace.token', token })),
      ),
    ),
  },
} as const;

export const soulCommands = {
  create_soul: [
    { guard: not('soulIsTaken'), actions: 'refuseSoul' },
    { guard: 'isLeftToNobody', actions: 'refuseToLeaveIt' },
    { guard: not('mayQueueMore'), actions: 'refuseMore' },
    { guard: not('queueHasRoom'), actions: 'refuseAtFullQueue' },
    { guard: not('mayTakePlace'), actions: 'refuseSecondPlace' },
    { guard: not('networkHasPlace'), actions: 'refuseNetwork' },
    { actions: 'createSoul' },
  ],
  withdraw_soul: [{ guard: not('ownsSoul'), actions: 'refuseUnknownSoul' }, { actions: 'withdrawSoul' }],
  fetch_token: [{ guard: not('ownsSoul'), actions: 'refuseUnknownSoul' }, { actions: 'fetchToken' }],
} as const;
