/** What a visitor does with words: it asks residents, leaves a note at a place, and names wishes for the city (VH1, VH7, VH8). */
import { not } from 'xstate';
import { type Effect, each, post } from '../../../engine/effect.ts';
import { refusal } from '../../refusals.ts';
import { spawn } from '../../registry.ts';
import { noteTerms } from '../../rules/people/note-terms.ts';
import { refuseNotAlive } from '../../rules/people/payees.ts';
import { noteActor, questionActor, visitorActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { effect, type On, on, refuses } from './base.ts';

type Asking = On<'ask'>;
type Leaving = On<'leave_note'>;
const onAsking = <Result>(rule: (scene: Asking) => Result) => on('ask', rule);
const onLeaving = <Result>(rule: (scene: Leaving) => Result) => on('leave_note', rule);

const ownMax = ({ event }: Asking): number => setting(event.facts.settings, 'QUESTIONS_PER_VISITOR_MAX');
const waitingMax = ({ event }: Asking): number => setting(event.facts.settings, 'QUESTIONS_PER_RESIDENT_MAX');
const networkMax = ({ event }: Asking): number => setting(event.facts.settings, 'QUESTIONS_PER_NETWORK_MAX');
const termsOf = ({ event }: Leaving) => noteTerms(event.purpose, event.facts.settings);

export const leavingWords = {
  guards: {
    /** Who is asked lives (VH1). */
    isThere: onAsking(({ event }) => event.facts.notAlive === undefined),
    /** Questions of one visitor that wait, of one network, and that wait for one resident (VH2). */
    mayAskMore: onAsking((scene) => scene.event.facts.ofVisitor < ownMax(scene)),
    networkMayAsk: onAsking((scene) => scene.event.facts.ofNetwork < networkMax(scene)),
    hearsMore: onAsking((scene) => scene.event.facts.waiting < waitingMax(scene)),
    /** Words are left where strangers may walk (VH7). */
    noteIsPublic: onLeaving(({ event }) => event.facts.isPublic),
    mayLeaveMore: onLeaving((scene) => scene.event.facts.ofVisitor < termsOf(scene).ofVisitorMax),
    takesMoreNotes: onLeaving((scene) => scene.event.facts.standing < termsOf(scene).standingMax),
  },
  actions: {
    refuseAbsent: refuses(
      onAsking(({ event: { facts } }) => (facts.notAlive === undefined ? undefined : refuseNotAlive(facts.notAlive))),
    ),
    refuseMoreQuestions: refuses(
      onAsking((scene) =>
        refusal('tier_capacity_exceeded', {
          max: ownMax(scene),
          current: scene.event.facts.ofVisitor,
          of: 'questions',
        }),
      ),
    ),
    refuseNetworkQuestions: refuses(
      onAsking((scene) =>
        refusal('tier_capacity_exceeded', {
          max: networkMax(scene),
          current: scene.event.facts.ofNetwork,
          of: 'network questions',
        }),
      ),
    ),
    refuseFullEar: refuses(
      onAsking((scene) =>
        refusal('tier_capacity_exceeded', {
          max: waitingMax(scene),
          current: scene.event.facts.waiting,
          of: 'questions of a resident',
        }),
      ),
    ),
    /** Its chart holds the price (VH3). */
    ask: effect(
      onAsking(({ context, event: { resident, text, facts } }) =>
        spawn(questionActor(facts.question), {
          ...{ id: facts.question, visitor: context.id, resident, text },
          price: setting(facts.settings, 'QUESTION_PRICE'),
          ...(context.network !== undefined && { network: context.network }),
        }),
      ),
    ),
    refuseNotePlace: refuses(onLeaving(({ event }) => refusal('not_found', { kind: 'location', id: event.place }))),
    refuseMoreNotes: refuses(
      onLeaving((scene) =>
        refusal('tier_capacity_exceeded', {
          max: termsOf(scene).ofVisitorMax,
          current: scene.event.facts.ofVisitor,
          of: scene.event.purpose === 'wish' ? 'wishes' : 'notes',
        }),
      ),
    ),
    refuseFullWall: refuses(
      onLeaving((scene) =>
        refusal('tier_capacity_exceeded', {
          max: termsOf(scene).standingMax,
          current: scene.event.facts.standing,
          of: scene.event.purpose === 'wish' ? 'wishes of the city' : 'notes here',
        }),
      ),
    ),
    /** Paid for good: what is said cannot be taken back (VH7, VH8). */
    leaveNote: effect(onLeaving(leaving)),
  },
} as const;

function leaving({ context, event: { purpose, place, text, content, facts } }: Leaving): Effect {
  const { price, ticks } = noteTerms(purpose, facts.settings);
  const endsTick = facts.tick + ticks;
  return each([
    post(visitorActor(context.id), 'treasury', price, purpose),
    spawn(noteActor(facts.note), {
      ...{ id: facts.note, visitor: context.id, purpose, place, text: content, words: text, endsTick },
    }),
  ]);
}

export const wordCommands = {
  ask: [
    { guard: not('isThere'), actions: 'refuseAbsent' },
    { guard: not('mayAskMore'), actions: 'refuseMoreQuestions' },
    { guard: not('networkMayAsk'), actions: 'refuseNetworkQuestions' },
    { guard: not('hearsMore'), actions: 'refuseFullEar' },
    { actions: 'ask' },
  ],
  leave_note: [
    { guard: not('noteIsPublic'), actions: 'refuseNotePlace' },
    { guard: not('mayLeaveMore'), actions: 'refuseMoreNotes' },
    { guard: not('takesMoreNotes'), actions: 'refuseFullWall' },
    { actions: 'leaveNote' },
  ],
} as const;
