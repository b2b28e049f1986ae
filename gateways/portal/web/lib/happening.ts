/** Events in words: who did what, and what was said. The words of residents stay apart from ours, and are only ever text. */
import { before } from './bounded.ts';
import type { CityEvent } from './events.ts';

/** One line of what happened. */
export interface Happening {
  readonly seq: number;
  /** ISO 8601; empty for a line that is not of the city. */
  readonly at: string;
  readonly kind: 'word' | 'thought' | 'step' | 'work' | 'life' | 'warning' | 'gap';
  /** The resident who did it, as it begins the line; null: `does` says who. */
  readonly who: string | null;
  readonly does: string;
  /** The resident or the place behind `does`. */
  readonly whom: string | null;
  readonly whither: string | null;
  /** Words that are not ours. */
  readonly words: string | null;
  /** Where it happened, if that is worth a word. */
  readonly where: string | null;
}

const causes: Readonly<Record<string, string>> = {
  natural: 'of old age',
  credit: 'because its credits ran out',
  crash: 'because its program broke',
  voluntary: 'by its own choice',
};

/** Of what somebody dies, in words; nothing for a cause that is not told. */
export const causeInWords = (cause: string | null): string => (cause === null ? '' : (causes[cause] ?? `of ${cause}`));

export const credits = (amount: number): string => `${amount} ${amount === 1 ? 'credit' : 'credits'}`;

type Told = Partial<Pick<Happening, 'who' | 'whom' | 'whither' | 'words'>> & Pick<Happening, 'kind' | 'does'>;

/** The line that an event makes; undefined for one that makes none. */
export function happeningOf(event: CityEvent): Happening | undefined {
  const told = saidIn(event) ?? stepIn(event) ?? lifeIn(event) ?? workIn(event) ?? placeIn(event);
  if (told === undefined) return undefined;
  const { seq, at, location } = event;
  return {
    seq,
    at,
    who: null,
    whom: null,
    whither: null,
    words: null,
    where: saysWhere(told) ? location : null,
    ...told,
  };
}

/** Births and deaths are at home, thoughts anywhere, and who leaves for somewhere is told by that. */
const saysWhere = ({ kind, whither }: Told): boolean =>
  kind !== 'life' && kind !== 'thought' && (whither === undefined || whither === null);

/** `lines` and one that says that something is missing before the next; nothing is missing where there are none. */
export function withGap(lines: readonly Happening[], seq: number, max: number): readonly Happening[] {
  const [newest] = lines;
  if (newest === undefined || newest.kind === 'gap') return lines;
  const gap: Happening = {
    ...{ seq, at: '', kind: 'gap', does: 'Something is missing here: the connection was lost for too long.' },
    ...{ who: null, whom: null, whither: null, words: null, where: null },
  };
  return before(lines, gap, max);
}

function saidIn(event: CityEvent): Told | undefined {
  const who = event.actor;
  if (event.type === 'message.broadcast') return { kind: 'word', who, does: 'says', words: event.data.message };
  if (event.type === 'message.shout') return { kind: 'word', who, does: 'shouts', words: event.data.message };
  if (event.type === 'portal.broadcast')
    return { kind: 'word', does: 'A visitor says, from outside of the city', words: event.data.message };
  if (event.type === 'resident.thought') return { kind: 'thought', who, does: 'thinks', words: event.data.text };
  return undefined;
}

function stepIn(event: CityEvent): Told | undefined {
  const who = event.actor;
  if (event.type === 'resident.arrived') return { kind: 'step', who, does: 'comes in' };
  if (event.type !== 'resident.departed') return undefined;
  const { to } = event.data;
  return to === undefined
    ? { kind: 'step', who, does: 'leaves' }
    : { kind: 'step', who, does: 'leaves for', whither: to };
}

function lifeIn(event: CityEvent): Told | undefined {
  switch (event.type) {
    case 'resident.born': {
      const { mentor } = event.data;
      if (mentor === null) return { kind: 'life', who: event.actor, does: 'is born' };
      return { kind: 'life', who: event.actor, does: 'is born, adopted by', whom: mentor };
    }
    case 'resident.dying':
      return { kind: 'warning', who: event.subject, does: `is dying ${causeInWords(event.data.cause)}`.trim() };
    case 'resident.died':
      return { kind: 'life', who: event.actor, does: `has died ${causeInWords(event.data.cause)}`.trim() };
    case 'death.warning':
      return { kind: 'warning', who: event.subject, does: `is warned: ${event.data.text}` };
    case 'credits.alert':
      return { kind: 'warning', who: event.subject, does: `has credits for ${event.data.runway_ticks} more ticks` };
    default:
      return undefined;
  }
}

function workIn(event: CityEvent): Told | undefined {
  switch (event.type) {
    case 'job.posted': {
      const { poster: who, reward, title: words } = event.data;
      const does = `posts a job for ${credits(reward)}`;
      return { kind: 'work', who, does: who === null ? `The city ${does}` : does, words };
    }
    case 'job.claimed':
      return { kind: 'work', who: event.data.claimer, does: 'takes a job', words: event.data.title };
    case 'job.submitted':
      return { kind: 'work', who: event.data.claimer, does: 'hands in its work', words: event.data.title };
    case 'job.completed':
      return {
        kind: 'work',
        who: event.data.claimer,
        does: `earns ${credits(event.data.reward)}`,
        words: event.data.title,
      };
    case 'credits.transferred':
      return { kind: 'work', does: `${credits(event.data.amount)} change hands` };
    case 'pool.funded':
      return { kind: 'work', does: `${credits(event.data.amount)} go into the pool of`, whither: event.data.pod };
    case 'service.called':
      return {
        kind: 'work',
        does: `Somebody uses a service for ${credits(event.data.charged)}`,
        words: event.data.service,
      };
    default:
      return undefined;
  }
}

function placeIn(event: CityEvent): Told | undefined {
  switch (event.type) {
    case 'pod.deployed':
      return { kind: 'work', does: 'Newly opened:', whither: event.data.pod };
    case 'pod.orphaned':
      return { kind: 'life', does: 'No way leads there any more:', whither: event.data.pod };
    case 'pod.reconnected':
      return { kind: 'life', does: 'Connected again:', whither: event.data.pod };
    case 'pod.shut_down':
      return { kind: 'life', does: 'Shut down for good:', whither: event.data.pod };
    case 'connection.opened':
      return { kind: 'step', does: 'A way has opened' };
    case 'connection.closed':
      return { kind: 'step', does: 'A way has closed' };
    default:
      return undefined;
  }
}
