/**
 * Something that a mind knows to have happened, or has been told: who did what to whom, or where, when, and from whom it knows.
 *
 * HS1  A fact is made of ids and of a word of a fixed list. What anybody said is no part of it, so that nothing of that is said again.
 * HS2  It fades: what is old or small is forgotten first, and nothing is kept for longer than `factTicksMax`. What somebody else feels or
 *      is after passes: it is told for a day.
 * HS3  What was seen is believed; what was told as far as the teller is trusted, and the less the more mouths it went through.
 * HS4  It is told to the same one once, and by nobody when it has been told in its hearing `wornAt` times. When it was is when it happened:
 *      who was not told when that was does not say it either.
 * HS5  By words alone nobody is dead who stands here, nor who is only said to be by whom it doubts; no will is changed by words alone.
 */
import { z } from 'zod';
import { type Reason, reasons } from '../ties/tie.ts';

/** What can be told of somebody. With each: how much it is worth telling, and whether it is good for `who`. */
export const kinds = {
  /** `whom`: the mentor. */
  born: { weight: 0.65, tone: 'good' },
  died: { weight: 1, tone: 'bad' },
  dying: { weight: 0.5, tone: 'bad' },
  /** `whom`, to whom it was close, is dead. */
  lost: { weight: 0.9, tone: 'bad' },
  opened: { weight: 0.9, tone: 'good' },
  /** `who` has built it with `whom`, whose place it is. */
  builtWith: { weight: 0.9, tone: 'good' },
  closed: { weight: 0.8, tone: 'bad' },
  /** Of whom it inherited. */
  inherited: { weight: 0.8, tone: 'good' },
  gave: { weight: 0.7, tone: 'kind' },
  /** `who` has paid `whom` for work, or has turned its work down. */
  paid: { weight: 0.5, tone: 'kind' },
  turnedDown: { weight: 0.9, tone: 'unkind' },
  vouched: { weight: 0.6, tone: 'kind' },
  visited: { weight: 0.3, tone: 'good' },
  liked: { weight: 0.6, tone: 'praise' },
  disliked: { weight: 0.7, tone: 'complaint' },
  /** `who` holds something against `whom`: `why`. */
  sore: { weight: 0.95, tone: 'unkind' },
  /** `who` has forgiven `whom`. */
  forgave: { weight: 0.6, tone: 'kind' },
  fond: { weight: 0.6, tone: 'kind' },
  /** `place` is the title of what it wants to build. */
  plans: { weight: 0.6, tone: 'good' },
  poor: { weight: 0.6, tone: 'bad' },
  worked: { weight: 0.15, tone: 'good' },
} as const;
export type FactKind = keyof typeof kinds;
const kindNames = Object.keys(kinds).filter((name): name is FactKind => name in kinds);

const id = z.string().max(200);
/** To so many it is remembered to have been told: about as many as stand in a full square. */
export const toldMax = 24;
/** After so many tellings it is no news any more. */
const wornAt = 3;
/** What can be told of somebody who is dead. */
const ofDeath: ReadonlySet<FactKind> = new Set<FactKind>(['died', 'lost', 'inherited']);

export const FactText = z.object({
  kind: z.custom<FactKind>((value) => typeof value === 'string' && kindNames.some((name) => name === value)),
  who: id,
  /** '' where there is nobody, or no place. */
  whom: id,
  place: id,
  tick: z.number(),
  /** When it was is not known: `tick` is when it was heard. */
  isVague: z.boolean().optional(),
  /** What is held against whom it is about. */
  why: z.enum(reasons).optional(),
  /** From whom it has it; '' when it has seen it. */
  from: id,
  /** Through so many mouths it went; 0: seen. */
  hops: z.number().int().min(0).max(20),
  /** How far it is believed, from 0 to 1. */
  belief: z.number().min(0).max(1),
  /** To whom it has told it, or who told it. */
  told: z.array(id).max(toldMax),
  /** How often it was told in its hearing, by itself too. */
  worn: z.number().int().min(0).default(0),
});
export type Fact = z.infer<typeof FactText>;

export const factsMax = 40;
const factTicksMax = 120;
/** After so many ticks a fact is worth half. */
const halfTicks = 24;
/** Below this it is doubted aloud; below the other it is not told on. */
export const doubtedBelow = 0.45;
export const untoldBelow = 0.2;
const lossOfMouth = 0.85;

type Told = Pick<Fact, 'kind' | 'who' | 'whom' | 'place'>;

/** Ticks for which it is told of others: after that they feel otherwise, or are after something else. */
const passing: Readonly<Partial<Record<FactKind, number>>> = { dying: 2, lost: 24, sore: 24, poor: 24, plans: 24 };

export const isPast = ({ kind, tick }: Pick<Fact, 'kind' | 'tick'>, now: number): boolean =>
  now - tick > (passing[kind] ?? Number.POSITIVE_INFINITY);

/** Both tell the same, whenever it was. */
export const isSame = (one: Told, other: Told): boolean => isOfSame(one, other) && one.place === other.place;

/** Both tell the same of the same people, wherever it was. */
export const isOfSame = (one: Omit<Told, 'place'>, other: Omit<Told, 'place'>): boolean =>
  one.kind === other.kind && one.who === other.who && one.whom === other.whom;

/** What was seen, or done. */
export const witnessed = (kind: FactKind, who: string, { whom = '', place = '', tick, why }: Happened): Fact => ({
  kind,
  who,
  whom,
  place,
  tick,
  from: '',
  hops: 0,
  belief: 1,
  told: [],
  worn: 0,
  ...(why !== undefined && { why }),
});

interface Happened {
  readonly whom?: string;
  readonly place?: string;
  readonly tick: number;
  readonly why?: Reason | undefined;
}

/** How much it is worth telling now (HS2, HS4). */
export const worthOf = ({ kind, tick, belief, worn }: Fact, now: number): number =>
  kinds[kind].weight * belief * 0.5 ** (Math.max(0, now - tick) / halfTicks + worn / 2);

export const isWorn = ({ worn }: Fact): boolean => worn >= wornAt;
export const isOfDeath = ({ kind }: Pick<Fact, 'kind'>): boolean => ofDeath.has(kind);

/** Who is dead, if it is true; '' of what tells nobody's death. */
export const deadIn = (fact: Fact): string => (!isOfDeath(fact) ? '' : fact.kind === 'died' ? fact.who : fact.whom);

/** Somebody said so who is not believed. */
export const isDoubtedDeath = (fact: Fact): boolean => isOfDeath(fact) && fact.hops > 0 && fact.belief < doubtedBelow;

/** The facts with one more. What is known already is believed more when another says it too, and never less (HS3). */
export function learned(facts: readonly Fact[], fact: Fact, now: number): readonly Fact[] {
  const known = facts.find((one) => isSame(one, fact));
  // What is forgiven is held against nobody any more.
  const isOver = ({ kind, who, whom }: Fact) =>
    fact.kind === 'forgave' && kind === 'sore' && who === fact.who && whom === fact.whom;
  const others = facts.filter((one) => one !== known && now - one.tick <= factTicksMax && !isOver(one));
  return kept([...others, known === undefined ? fact : joined(known, fact)], now);
}

function joined(known: Fact, fact: Fact): Fact {
  const isAnother = fact.from !== known.from && !known.told.includes(fact.from);
  const nearer = fact.hops < known.hops ? fact : known;
  const belief = isAnother ? 1 - (1 - known.belief) * (1 - fact.belief) : Math.max(known.belief, fact.belief);
  const told = [...new Set([...known.told, ...fact.told])].slice(-toldMax);
  // What happens again is new again; what is only told again is as old as it was.
  const isLater = fact.isVague !== true && fact.tick > known.tick + halfTicks;
  const { tick, isVague } = isLater || fact.hops === 0 || known.isVague === true ? fact : known;
  const worn = known.worn + Math.min(1, fact.hops);
  return { ...nearer, belief, tick, isVague, ...(isLater ? { told: fact.told, worn: fact.worn } : { told, worn }) };
}

function kept(facts: readonly Fact[], now: number): readonly Fact[] {
  if (facts.length <= factsMax) return facts;
  const worth = facts.map((fact) => [fact, worthOf(fact, now)] as const);
  const most = new Set(
    worth
      .sort(([, a], [, b]) => b - a)
      .slice(0, factsMax)
      .map(([fact]) => fact),
  );
  return facts.filter((fact) => most.has(fact));
}

/** As somebody heard it from `teller` (HS3). */
export function heardFrom(fact: Fact, teller: string, trust: number, tick: number): Fact {
  const belief = Math.min(1, fact.belief * lossOfMouth * (0.35 + trust));
  return { ...fact, from: teller, hops: Math.min(20, fact.hops + 1), belief, tick, told: [teller], worn: 1 };
}

export const toldTo = (facts: readonly Fact[], fact: Fact, listeners: readonly string[]): readonly Fact[] =>
  facts.map((one) =>
    isSame(one, fact)
      ? { ...one, told: [...new Set([...one.told, ...listeners])].slice(-toldMax), worn: one.worn + 1 }
      : one,
  );

/** Somebody has a part in it. */
export const isAbout = ({ who, whom }: Fact, id: string): boolean => who === id || whom === id;
