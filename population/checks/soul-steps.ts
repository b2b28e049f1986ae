/**
 * Souls by the notifications of their visitors: each step once and in order (BB3), adopted in the order in which they were written (BB2).
 */
import type { Findings } from './findings.ts';

/** A step in the life of a soul, from a notification. */
export interface Step {
  readonly type: string;
  readonly seq: number;
  /** Empty where the step names no mentor. */
  readonly mentor: string;
  readonly resident: string;
}

export interface CitySoul {
  readonly id: string;
  readonly visitor: string;
  /** When the soul was requested and when that was answered, in milliseconds; null when no answer named it. */
  writtenAt: readonly [number, number] | null;
  takenBack: boolean;
  /** In the order of the notifications. */
  readonly steps: Step[];
}

/** Steps by which a soul leaves the queue otherwise than by adoption. */
const left = ['soul.withdrawn', 'soul.returned'];

const courses = [
  ['soul.queued'],
  ['soul.queued', 'soul.withdrawn'],
  ['soul.queued', 'soul.returned'],
  ['soul.queued', 'soul.adopted', 'soul.returned'],
  ['soul.queued', 'soul.adopted', 'soul.born'],
  ['soul.queued', 'soul.adopted', 'soul.born', 'soul.died'],
].map((course) => course.join(', '));

/** Each step comes once and in order; a withdrawn soul is gone, and the death of a dead one was notified. */
export function judgeSteps({ id, steps, takenBack }: CitySoul, dead: ReadonlySet<string>, findings: Findings): void {
  const types = steps.map(({ type }) => type);
  const told = types.join(', ');
  if (new Set(types).size < types.length) findings.add('doubled', () => `the visitor of ${id} was told ${told}`);
  else if (!courses.includes(told)) findings.add('unheard', () => `the visitor of ${id} was told ${told || 'nothing'}`);
  const isWithdrawn = types.includes('soul.withdrawn');
  if (takenBack && !isWithdrawn)
    findings.add('unheard', () => `${id} was taken back, and its visitor was told ${told}`);
  if (takenBack && types.includes('soul.adopted'))
    findings.add('refused_but_happened', () => `${id} was taken back and adopted`);
  const [adopted, born, died] = ['soul.adopted', 'soul.born', 'soul.died'].map((type) =>
    steps.find((step) => step.type === type),
  );
  if (born !== undefined && adopted !== undefined && born.mentor !== adopted.mentor)
    findings.add('answer_differs', () => `${id} was adopted by ${adopted.mentor} and born to ${born.mentor}`);
  if (born !== undefined && dead.has(born.resident) && died === undefined)
    findings.add('unheard', () => `${born.resident} has died, and its visitor was not told`);
  if (died !== undefined && died.resident !== born?.resident)
    findings.add('answer_differs', () => `of ${id} ${died.resident} died, and ${born?.resident} was born`);
}

/**
 * Of two souls one of which was answered before the other was requested, the first leaves the queue first. Souls that were requested at
 * the same time may be in either order.
 */
export function judgeOrder(souls: readonly CitySoul[], findings: Findings): void {
  const placed = souls.flatMap(({ id, writtenAt, steps }) => {
    if (writtenAt === null) return [];
    const seqOf = (...types: readonly string[]) => steps.find(({ type }) => types.includes(type))?.seq ?? Infinity;
    const [sentAt, answeredAt] = writtenAt;
    return [{ id, sentAt, answeredAt, adopted: seqOf('soul.adopted'), left: seqOf('soul.adopted', ...left) }];
  });
  const answered = [...placed].sort((a, b) => a.answeredAt - b.answeredAt).values();
  let next = answered.next();
  let last = { id: '', left: 0 };
  for (const soul of placed.sort((a, b) => a.sentAt - b.sentAt)) {
    for (; !next.done && next.value.answeredAt < soul.sentAt; next = answered.next())
      if (next.value.left > last.left) last = next.value;
    const { id: first, left } = last;
    if (soul.adopted < left)
      findings.add('out_of_order', () => `${soul.id} was adopted before ${first}, written before`);
  }
}
