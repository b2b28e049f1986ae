/**
 * The token of a resident: how it ends, and how another takes its place (SO5, WK4 to WK6).
 *
 *   its own wish      it asks for another, which replaces the one before when it is first shown: an answer that is lost locks nobody out
 *   its mentor        waits -> shown          the resident has shown its token, so nothing was lost
 *                     waits -> given          nobody has shown it for long enough: the mentor gets another
 *   its visitor, the operator                 at once
 *
 * The chart hears that a token was shown (`show_token`) only where that changes something (`isAwaited`): gateways ask the view `token`.
 */
import { not } from 'xstate';
import { each } from '../../../engine/effect.ts';
import { tell } from '../../events.ts';
import { refusal, refusalOfState } from '../../refusals.ts';
import { type ImageOf, send } from '../../registry.ts';
import { residentActor, soulActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { change, effect, happening, itsVisitor, notice, type On, on, own, refuses } from './base.ts';
import { coreOf } from './core-container.ts';
import type { ResidentContext } from './messages.ts';
import { isDead } from './state.ts';

type Kept = Pick<ResidentContext, 'token' | 'nextToken' | 'missed'>;
type Missing = On<'token.missed'>;
type Replacing = On<'replace_token' | 'show_token' | 'token.missed'>;

const onMissing = <Result>(rule: (scene: Missing) => Result) => on('token.missed', rule);
const replaces = ['replace_token', 'show_token', 'token.missed'] as const;

const isNext = ({ nextToken }: Kept, hash: string): boolean => nextToken != null && nextToken === hash;
const isMissedAs = (state: 'waits' | 'given', { token, missed }: Kept, hash: string): boolean =>
  missed?.state === state && token === hash;

/** True when something comes of it that this token is shown. */
export const isAwaited = (image: ImageOf<'resident'>, hash: string): boolean =>
  !isDead(image) &&
  (isNext(image.context, hash) || isMissedAs('waits', image.context, hash) || isMissedAs('given', image.context, hash));

/** What is about to take its token from it: `another`, when it is first shown, or its mentor, who says that it is lost. */
export const threatToToken = ({ nextToken, missed }: Kept): 'another' | 'missed' | null =>
  nextToken != null ? 'another' : missed?.state === 'waits' ? 'missed' : null;

/** The tick from which its mentor gets another token, or may ask for one again. */
export const missedUntil = (since: number, settings: Parameters<typeof setting>[0]): number =>
  since + setting(settings, 'TOKEN_MISSED_TICKS');

const untilOf = ({ context, event }: Missing): number =>
  missedUntil(context.missed?.tick ?? event.facts.tick, event.facts.settings);
const isHeldByCity = ({ context, event }: Missing): boolean =>
  coreOf(context) !== undefined || event.facts.isLeftToMinds;
const isOver = (scene: Missing): boolean => scene.event.facts.tick >= untilOf(scene);

const noToken =
  'Nobody has had a token of this resident, or it has ended its own: none was lost. The visitor of its soul fetches one, or the operator gives one out.';

/** Its mentor waits for a token of it, or has one that nobody has shown. */
const isCalledLost = ({ missed }: Kept): boolean => missed?.state === 'waits' || missed?.state === 'given';

/** With another token, whatever was asked for before is settled. Only what is there is changed. */
const withToken = ({ nextToken, missed }: ResidentContext, token: string | null): Partial<ResidentContext> => ({
  token,
  ...(nextToken != null && { nextToken: null }),
  ...(missed != null && { missed: null }),
});

/** By whom the token was replaced. */
function replacedBy({ event }: Replacing): 'itself' | 'mentor' | 'visitor' | 'operator' | 'city' {
  if (event.type === 'show_token') return 'itself';
  if (event.type === 'token.missed') return 'mentor';
  return event.by ?? 'operator';
}

const itsMentor = ({ mentor }: ResidentContext) => (mentor === null ? [] : [residentActor(mentor)]);
/** The resident, its mentor and its visitor, who finds it among its notifications. */
const concerned = (context: ResidentContext) => ({
  actors: [own(context), ...itsMentor(context), ...itsVisitor(context)],
  letters: itsVisitor(context),
});

export const holdingToken = {
  guards: {
    /** A token is ended, and another asked for, only by who holds it, not after another has replaced it (WK4, WK5). */
    hasThisToken: on(['end_token', 'renew_token'], ({ context, event }) =>
      event.type === 'end_token' ? event.token === context.token : event.oldToken === context.token,
    ),
    showsNextToken: on('show_token', ({ context, event }) => isNext(context, event.token)),
    showsMissedToken: on('show_token', ({ context, event }) => isMissedAs('waits', context, event.token)),
    showsGivenToken: on('show_token', ({ context, event }) => isMissedAs('given', context, event.token)),
    isAskedByMentor: onMissing(({ context, event }) => event.by === context.mentor),
    /**
     * What the city itself lives by a token does not lose it (WK6). Of a newborn whom nobody lives yet, and of who has ended its token,
     * none was lost (SO5, WK4).
     */
    canLoseToken: onMissing((scene) => scene.context.token !== null && !isHeldByCity(scene)),
    wasShownLately: onMissing((scene) => scene.context.missed?.state === 'shown' && !isOver(scene)),
    hasWaited: onMissing((scene) => {
      const state = scene.context.missed?.state;
      return (state === 'waits' || state === 'given') && isOver(scene);
    }),
    isWaiting: onMissing(({ context }) => context.missed?.state === 'waits'),
  },
  actions: {
    refuseOldToken: refuses(() => refusalOfState('The token with which this came has been replaced meanwhile.')),
    /** The container that is started again knows no other (CC1). */
    refuseInContainer: refuses(() =>
      refusalOfState(
        'You live in a container, whose token cannot be exchanged: leave it as it is. Ending it would end the container with it.',
      ),
    ),
    noteNextToken: change(on('renew_token', ({ event }) => ({ nextToken: event.token }))),
    takeNextToken: change(on('show_token', ({ context, event }) => withToken(context, event.token))),
    keepToken: change(on('replace_token', ({ context, event }) => withToken(context, event.token))),
    endToken: change(({ context }) => withToken(context, null)),
    /**
     * Makes gateways forget the old token; comes before another takes its place, since a mentor that has called that one lost hears by
     * whom it was settled. Nobody else hears that a mind of the city begins to live it (SO5).
     */
    tellToken: effect(
      on(replaces, ({ context, event }) => {
        const by = replacedBy({ context, event });
        const mentors = by === 'mentor' || isCalledLost(context) ? itsMentor(context) : [];
        if (by === 'city')
          return tell({ ...notice(context, 'token.replaced', {}), location: null }, { actors: mentors });
        const actors = [own(context), ...mentors, ...itsVisitor(context)];
        const replaced = { ...notice(context, 'token.replaced', { by }), location: null };
        return tell(replaced, { actors, letters: itsVisitor(context) });
      }),
    ),
    /** Makes gateways forget the token; the visitor may fetch another (WK4). */
    tellTokenEnded: effect(({ context }) =>
      tell(happening(context, 'token.ended', {}), { actors: itsVisitor(context), letters: itsVisitor(context) }),
    ),
    /** However the token was replaced or ended, no mind of the city lives the resident any more (MD2). The soul itself knows it already. */
    tellSoulOfTakeover: effect(({ context: { origin }, event }) =>
      origin === undefined || (event.type === 'replace_token' && event.by !== undefined)
        ? each([])
        : send(soulActor(origin.soul), { type: 'taken.over' }),
    ),

    /** The resident itself says whether it may. */
    askForToken: effect(
      on('recover_token', ({ context, event }) =>
        send(residentActor(event.of), { type: 'token.missed', by: context.id, token: event.token }),
      ),
    ),
    refuseOthers: refuses(() => refusal('access_denied', { to: 'a token' })),
    refuseUnlost: refuses(
      onMissing((scene) =>
        refusalOfState(
          isHeldByCity(scene) ? 'The city itself lives this resident and has its token: none was lost.' : noToken,
        ),
      ),
    ),
    refuseShown: refuses(
      onMissing((scene) =>
        refusalOfState(
          `It has shown its token since you asked: none was lost. You may ask again from tick ${untilOf(scene)} on.`,
        ),
      ),
    ),
    noteMissed: change(onMissing(({ event }) => ({ missed: { state: 'waits', tick: event.facts.tick } }))),
    tellMissed: effect(
      onMissing((scene) => {
        const { context, event } = scene;
        const said = { type: 'token.missed', location: null, actor: event.by, subject: context.id } as const;
        return tell({ ...said, data: { from_tick: untilOf(scene) } }, concerned(context));
      }),
    ),
    /** Given once more until it is shown: the answer with it may have been lost. */
    giveToMentor: change(
      onMissing(({ context, event }) => ({
        ...withToken(context, event.token),
        missed: { state: 'given', tick: context.missed?.tick ?? event.facts.tick },
      })),
    ),
    noteShown: change(({ context: { missed } }) =>
      missed == null ? {} : { missed: { state: 'shown', tick: missed.tick } },
    ),
    tellShown: effect(({ context }) =>
      tell({ ...happening(context, 'token.shown', {}), location: null }, concerned(context)),
    ),
    forgetMissed: change(() => ({ missed: null })),
  },
} as const;

const replacedAs = <Keeping extends string>(keeping: Keeping) => ['tellToken', keeping, 'tellSoulOfTakeover'] as const;

/** What happens to the token of the living and the dying. */
export const tokenTransitions = {
  replace_token: [
    { guard: 'livesInCore', actions: [...replacedAs('keepToken'), 'removeCore', 'leaveCore'] },
    { actions: replacedAs('keepToken') },
  ],
  end_token: [
    { guard: not('hasThisToken') },
    { guard: 'livesInCore', actions: ['endToken', 'tellTokenEnded', 'tellSoulOfTakeover', 'removeCore', 'leaveCore'] },
    { actions: ['endToken', 'tellTokenEnded', 'tellSoulOfTakeover'] },
  ],
  renew_token: [
    { guard: not('hasThisToken'), actions: 'refuseOldToken' },
    { guard: 'livesInCore', actions: 'refuseInContainer' },
    { actions: 'noteNextToken' },
  ],
  show_token: [
    { guard: 'showsNextToken', actions: replacedAs('takeNextToken') },
    { guard: 'showsMissedToken', actions: ['noteShown', 'tellShown'] },
    { guard: 'showsGivenToken', actions: 'forgetMissed' },
    {},
  ],
  'token.missed': [
    { guard: not('isAskedByMentor'), actions: 'refuseOthers' },
    { guard: not('canLoseToken'), actions: 'refuseUnlost' },
    { guard: 'wasShownLately', actions: 'refuseShown' },
    { guard: 'hasWaited', actions: replacedAs('giveToMentor') },
    { guard: 'isWaiting' },
    { actions: ['noteMissed', 'tellMissed'] },
  ],
} as const;
