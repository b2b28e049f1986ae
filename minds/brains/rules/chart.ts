/**
 * The purpose of a mind that decides by rules: one at a time, chosen by its needs, kept for some acts, given up for what is urgent. The
 * chart chooses the purpose; `purposes.ts` has what is done for it.
 *
 * RU1  When its end is near it settles its estate, before all else.
 * RU2  A mind that is spoken to answers, whatever its purpose was, unless it settles its estate, must earn (RU5), keeps a place (RU6) or
 *      has talked enough.
 * RU3  A purpose for which there is nothing to do, or that was refused, is left, and not chosen again before the next perception.
 * RU4  There is always a purpose: a mind without another one rests.
 * RU5  Work that was begun is finished, and a poor mind earns, before anything that can wait.
 * RU6  What a place of its own needs, and can be done at once, comes before talk.
 * RU7  Who is asked for a loan and can spare it gives it, who owes gives back, and who is waited for in a workshop comes, before anything
 *      that it does for itself but work (RU5).
 */
import { assign, setup } from 'xstate';

export const purposes = [
  ...([
    'settling',
    'keeping',
    'helping',
    'talking',
    'working',
    'mentoring',
    'building',
    'visiting',
    'wandering',
  ] as const),
  'resting',
] as const;
export type Purpose = (typeof purposes)[number];

/** The part of a perception that the purpose depends on. */
export interface Sight {
  /** The end is near, and the estate is not settled. */
  readonly mustSettle: boolean;
  /** Somebody has said something that deserves an answer. */
  readonly isSpokenTo: boolean;
  /** It has claimed work that it has not handed in. */
  readonly hasBegunWork: boolean;
  readonly canWork: boolean;
  readonly canMentor: boolean;
  readonly canBuild: boolean;
  /** A place of its own needs something that can be done now. */
  readonly mustKeep: boolean;
  /** Somebody has asked for a loan that it can spare, or it can pay what it owes. */
  readonly canHelp: boolean;
  /** It wants what a place sells that it knows the way to, or a way between places of its own, and can pay for it. */
  readonly wantsToVisit: boolean;
  /** Somebody is here, and the purse has credits for words. */
  readonly canTalk: boolean;
  /** The runway is short: it spends only on what is necessary. */
  readonly isPoor: boolean;
}

/** 0: no need; 100: nothing else matters. */
export interface Needs {
  readonly company: number;
  readonly income: number;
  readonly legacy: number;
  readonly curiosity: number;
}

export interface Inner {
  readonly needs: Needs;
  readonly sight: Sight;
  /** Acts done for the purpose. */
  readonly effort: number;
  /** How many acts a purpose lasts. */
  readonly patience: number;
  /** Purposes for which there was nothing to do since the last perception. */
  readonly idle: readonly Purpose[];
}

export type InnerEvent =
  | { readonly type: 'perceived'; readonly sight: Sight; readonly patience: number }
  /** An act was done, and lowered the needs by so much. */
  | { readonly type: 'acted'; readonly relief: Partial<Needs> }
  /** There is nothing (more) to do for the purpose. */
  | { readonly type: 'finished'; readonly purpose: Purpose }
  | { readonly type: 'refused'; readonly purpose: Purpose };

/** Work that comes before anything that can wait (RU5). */
const isUrgent = ({ hasBegunWork, canWork, isPoor }: Sight): boolean => hasBegunWork || (canWork && isPoor);

const within = (value: number): number => Math.max(0, Math.min(100, value));

/** By how much each act raises the needs. */
const growth: Needs = { company: 6, income: 5, legacy: 3, curiosity: 7 };
/** From these values on a need can choose the purpose. */
export const thresholds = { income: 20, legacy: 25, company: 45, curiosity: 40 } as const;
/** Below this it has talked enough, and lets others speak (RU2). */
export const companyLeast = 12;

const needNames = ['company', 'income', 'legacy', 'curiosity'] as const;
const each = (change: (name: keyof Needs) => number): Needs => ({
  company: within(change('company')),
  income: within(change('income')),
  legacy: within(change('legacy')),
  curiosity: within(change('curiosity')),
});

export const noSight: Sight = {
  mustSettle: false,
  isSpokenTo: false,
  hasBegunWork: false,
  canWork: false,
  canMentor: false,
  canBuild: false,
  mustKeep: false,
  canHelp: false,
  wantsToVisit: false,
  canTalk: false,
  isPoor: false,
};

/** Who can build at once does: founders make the town. */
export const newborn: Needs = { company: 60, income: 40, legacy: 30, curiosity: 50 };

const interruptible = (purpose: Purpose) => ({
  perceived: [
    { guard: 'mustSettle' as const, target: 'choosing', actions: 'perceive' as const },
    { guard: 'mustEarn' as const, target: 'choosing', actions: 'perceive' as const },
    { guard: 'isSpokenTo' as const, target: 'choosing', actions: 'perceive' as const },
    { guard: 'isSpent' as const, target: 'choosing', actions: 'perceive' as const },
    { actions: 'perceive' as const },
  ],
  ...transitionsOf(purpose),
});

const transitionsOf = (purpose: Purpose) => ({
  acted: { actions: 'act' as const },
  finished: { guard: { type: 'isAbout' as const, params: purpose }, target: 'choosing', actions: 'putOff' as const },
  refused: { guard: { type: 'isAbout' as const, params: purpose }, target: 'choosing', actions: 'putOff' as const },
});

export const innerChart = setup({
  types: {
    context: {} as Inner,
    events: {} as InnerEvent,
    input: {} as { readonly needs: Needs },
  },
  guards: {
    mustSettle: ({ event }) => event.type === 'perceived' && event.sight.mustSettle,
    isSpokenTo: ({ event, context: { needs } }) =>
      event.type === 'perceived' && event.sight.isSpokenTo && needs.company >= companyLeast,
    mustEarn: ({ event }) => event.type === 'perceived' && isUrgent(event.sight),
    isSpent: ({ context }) => context.effort >= context.patience,
    isAbout: ({ event }, purpose: Purpose) => 'purpose' in event && event.purpose === purpose,
    settles: ({ context: { sight, idle } }) => sight.mustSettle && !idle.includes('settling'),
    keeps: ({ context: { sight, idle } }) => sight.mustKeep && !idle.includes('keeping'),
    helps: ({ context: { sight, idle } }) => sight.canHelp && !idle.includes('helping'),
    visits: ({ context: { sight, idle } }) => sight.wantsToVisit && !idle.includes('visiting'),
    answers: ({ context: { sight, idle, needs } }) =>
      sight.isSpokenTo && !idle.includes('talking') && needs.company >= companyLeast,
    earnsFirst: ({ context: { sight, idle } }) => isUrgent(sight) && !idle.includes('working'),
    earns: ({ context: { sight, idle, needs } }) =>
      sight.canWork && !idle.includes('working') && needs.income >= thresholds.income,
    mentors: ({ context: { sight, idle, needs } }) =>
      sight.canMentor && !idle.includes('mentoring') && needs.legacy >= thresholds.legacy,
    builds: ({ context: { sight, idle, needs } }) =>
      sight.canBuild && !idle.includes('building') && needs.legacy >= thresholds.legacy,
    seeksCompany: ({ context: { sight, idle, needs } }) =>
      sight.canTalk && !idle.includes('talking') && needs.company >= thresholds.company,
    isCurious: ({ context: { idle, needs } }) => !idle.includes('wandering') && needs.curiosity >= thresholds.curiosity,
  },
  actions: {
    perceive: assign(({ context, event }) =>
      event.type === 'perceived' ? { sight: event.sight, patience: event.patience, idle: [] } : context,
    ),
    act: assign(({ context, event }) => ({
      effort: context.effort + 1,
      needs: each((name) => {
        const relief = event.type === 'acted' ? (event.relief[name] ?? 0) : 0;
        return context.needs[name] + growth[name] - relief;
      }),
    })),
    begin: assign({ effort: 0 }),
    putOff: assign(({ context, event }) => ({
      idle: 'purpose' in event ? [...context.idle, event.purpose] : context.idle,
    })),
  },
}).createMachine({
  id: 'inner',
  initial: 'choosing',
  context: ({ input }) => ({ needs: input.needs, sight: noSight, effort: 0, patience: 1, idle: [] }),
  states: {
    choosing: {
      always: [
        { guard: 'settles', target: 'settling' },
        { guard: 'earnsFirst', target: 'working' },
        { guard: 'keeps', target: 'keeping' },
        { guard: 'helps', target: 'helping' },
        { guard: 'answers', target: 'talking' },
        { guard: 'earns', target: 'working' },
        { guard: 'mentors', target: 'mentoring' },
        { guard: 'builds', target: 'building' },
        { guard: 'visits', target: 'visiting' },
        { guard: 'seeksCompany', target: 'talking' },
        { guard: 'isCurious', target: 'wandering' },
        { target: 'resting' },
      ],
    },
    settling: {
      entry: 'begin',
      on: {
        ...transitionsOf('settling'),
        perceived: [{ guard: 'isSpent', target: 'choosing', actions: 'perceive' }, { actions: 'perceive' }],
      },
    },
    talking: {
      entry: 'begin',
      on: {
        ...transitionsOf('talking'),
        perceived: [
          { guard: 'mustSettle', target: 'choosing', actions: 'perceive' },
          { guard: 'mustEarn', target: 'choosing', actions: 'perceive' },
          { guard: 'isSpent', target: 'choosing', actions: 'perceive' },
          { actions: 'perceive' },
        ],
      },
    },
    keeping: { entry: 'begin', on: interruptible('keeping') },
    helping: { entry: 'begin', on: interruptible('helping') },
    working: { entry: 'begin', on: interruptible('working') },
    mentoring: { entry: 'begin', on: interruptible('mentoring') },
    building: { entry: 'begin', on: interruptible('building') },
    visiting: { entry: 'begin', on: interruptible('visiting') },
    wandering: { entry: 'begin', on: interruptible('wandering') },
    resting: { entry: 'begin', on: interruptible('resting') },
  },
});

export const needsText = (needs: Needs): string =>
  needNames.map((name) => `${name} ${Math.round(needs[name])}`).join(', ');
