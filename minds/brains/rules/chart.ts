/**
 * What a mind that decides by rules is about: one purpose at a time, chosen by its needs, kept until it is spent, given up for what is urgent.
 * The chart chooses the purpose; what is done for it stands in `purposes.ts`.
 *
 * RU1  Before all else it settles what it leaves, when its end is near.
 * RU2  Who is spoken to looks up, whatever it was about, unless it settles what it leaves or must earn (RU5).
 * RU3  A purpose for which there is nothing to do, or that was refused, is left, and not chosen again before it has perceived anew.
 * RU4  There is always a purpose: who has none other rests.
 * RU5  Work that was begun is finished, and who is poor earns, before anything that can wait.
 */
import { assign, setup } from 'xstate';

export const purposes = ['settling', 'talking', 'working', 'mentoring', 'building', 'wandering', 'resting'] as const;
export type Purpose = (typeof purposes)[number];

/** What of a perception the purpose depends on. */
export interface Sight {
  /** The end is near, and something is left to say about what stays. */
  readonly mustSettle: boolean;
  /** Somebody has said something that deserves an answer. */
  readonly isSpokenTo: boolean;
  /** It has claimed work that it has not handed in. */
  readonly hasBegunWork: boolean;
  readonly canWork: boolean;
  readonly canMentor: boolean;
  readonly canBuild: boolean;
  /** Somebody is here, and there is something left for words. */
  readonly canTalk: boolean;
  /** The runway is short: no more than the day asks for. */
  readonly isPoor: boolean;
}

/** 0: none; 100: nothing else matters. */
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
  /** What there was nothing to do for since it last perceived. */
  readonly idle: readonly Purpose[];
}

export type InnerEvent =
  | { readonly type: 'perceived'; readonly sight: Sight; readonly patience: number }
  /** An act was done, and took this much from each need. */
  | { readonly type: 'acted'; readonly relief: Partial<Needs> }
  /** There is nothing (more) to do for it. */
  | { readonly type: 'finished'; readonly purpose: Purpose }
  | { readonly type: 'refused'; readonly purpose: Purpose };

/** Work that comes before anything that can wait (RU5). */
const isUrgent = ({ hasBegunWork, canWork, isPoor }: Sight): boolean => hasBegunWork || (canWork && isPoor);

const within = (value: number): number => Math.max(0, Math.min(100, value));

/** What each act lets grow. */
const growth: Needs = { company: 9, income: 5, legacy: 3, curiosity: 7 };
/** From where on a need decides what it is about. */
export const thresholds = { income: 30, legacy: 25, company: 45, curiosity: 40 } as const;

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
  canTalk: false,
  isPoor: false,
};

export const newborn: Needs = { company: 60, income: 40, legacy: 20, curiosity: 50 };

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
    isSpokenTo: ({ event }) => event.type === 'perceived' && event.sight.isSpokenTo,
    mustEarn: ({ event }) => event.type === 'perceived' && isUrgent(event.sight),
    isSpent: ({ context }) => context.effort >= context.patience,
    isAbout: ({ event }, purpose: Purpose) => 'purpose' in event && event.purpose === purpose,
    settles: ({ context: { sight, idle } }) => sight.mustSettle && !idle.includes('settling'),
    answers: ({ context: { sight, idle } }) => sight.isSpokenTo && !idle.includes('talking'),
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
        { guard: 'answers', target: 'talking' },
        { guard: 'earns', target: 'working' },
        { guard: 'mentors', target: 'mentoring' },
        { guard: 'builds', target: 'building' },
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
    working: { entry: 'begin', on: interruptible('working') },
    mentoring: { entry: 'begin', on: interruptible('mentoring') },
    building: { entry: 'begin', on: interruptible('building') },
    wandering: { entry: 'begin', on: interruptible('wandering') },
    resting: { entry: 'begin', on: interruptible('resting') },
  },
});

export const needsText = (needs: Needs): string =>
  needNames.map((name) => `${name} ${Math.round(needs[name])}`).join(', ');
