/**
 * What the chronicle tells of one resident, as facts of its life: what a goal can be held against. Like a lineage they are read from the
 * rows, so that they hold across starts, and of whoever has long left the city.
 */
import { z } from 'zod';
import type { ChronicleRows, Entry } from './chronicle-rows.ts';

export interface LifeFact {
  readonly kind: 'opened' | 'brought_up' | 'worked' | 'hired' | 'answered' | 'grew_old';
  readonly entry: Entry;
  /** With whom: another resident; null where that is nobody, or a visitor. */
  readonly other: string | null;
  /** Of a place: its id and its name. */
  readonly place: string;
  readonly name: string;
}

export interface Life {
  /** The newest first. */
  readonly facts: readonly LifeFact[];
  readonly isOver: boolean;
  /** More is told of it than was read. */
  readonly isCut: boolean;
}

/** Entries that are read of one life, some at a time. A life of the usual length has fewer than a hundred. */
const entriesMax = 900;
const readMax = 300;

const subject = z.string();
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resident.born'), subject, data: z.object({ mentor: z.string().nullable() }) }),
  z.object({ type: z.literal('resident.died'), subject, data: z.object({ cause: z.string().nullable() }) }),
  z.object({
    type: z.literal('pod.deployed'),
    data: z.object({ id: z.string(), name: z.string(), owner: z.string().nullable() }),
  }),
  z.object({
    type: z.literal('job.completed'),
    data: z.object({
      poster: z.string().nullable(),
      claimer: z.string().nullable(),
      by_visitor: z.literal(true).optional(),
    }),
  }),
  z.object({ type: z.literal('question.answered'), data: z.object({ to: z.string() }) }),
]);
type Event = z.infer<typeof Event>;

export async function lifeOf(rows: Pick<ChronicleRows, 'read'>, id: string): Promise<Life> {
  const entries: Entry[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  let isCut = true;
  while (entries.length < entriesMax) {
    const page = await rows.read({ before, limit: readMax, about: `resident:${id}` });
    entries.push(...page);
    before = page.at(-1)?.seq ?? before;
    isCut = page.length === readMax;
    if (!isCut) break;
  }
  const events = entries.flatMap((entry) => {
    const { data: event } = Event.safeParse(JSON.parse(entry.body));
    return event === undefined ? [] : [{ event, entry }];
  });
  return {
    facts: events.flatMap(({ event, entry }) => factOf(event, entry, id) ?? []),
    isOver: events.some(({ event }) => event.type === 'resident.died' && event.subject === id),
    isCut,
  };
}

/** What the event says of the resident; undefined where that is nothing that a goal is about. */
function factOf(event: Event, entry: Entry, id: string): LifeFact | undefined {
  const fact = (kind: LifeFact['kind'], more: Partial<LifeFact> = {}): LifeFact => ({
    ...{ kind, entry, other: null, place: '', name: '' },
    ...more,
  });
  switch (event.type) {
    case 'resident.born':
      return event.data.mentor === id ? fact('brought_up', { other: event.subject }) : undefined;
    case 'resident.died':
      return event.subject === id && event.data.cause === 'natural' ? fact('grew_old') : undefined;
    case 'pod.deployed':
      return event.data.owner === id ? fact('opened', { place: event.data.id, name: event.data.name }) : undefined;
    case 'job.completed': {
      const { poster, claimer, by_visitor: isVisitors = false } = event.data;
      if (claimer === id) return fact('worked', { other: isVisitors || poster === id ? null : poster });
      return poster === id && !isVisitors ? fact('hired', { other: claimer }) : undefined;
    }
    case 'question.answered':
      return event.data.to === id ? fact('answered') : undefined;
  }
}
