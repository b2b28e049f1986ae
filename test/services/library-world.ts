/** The library of souls over a database of its own, with entries as a test needs them. */
import type { Test } from 'tap';
import { z } from 'zod';
import type { Deceased, MemoryMessage } from '../../services/deceased.ts';
import { openLibrary } from '../../services/library/open.ts';
import { library } from './defaults.ts';
import { opened } from './opened.ts';

const Answer = z.looseObject({ items: z.array(z.looseObject({ resident_id: z.string() })) });

export const deadOf = (resident: string, rest: Partial<Deceased> = {}): Deceased => ({
  resident,
  name: resident.replace(/-\d+$/, ''),
  framework: 'default',
  generation: 0,
  mentor: null,
  mentees: [],
  bornAt: 1_000,
  diedAt: 61_000,
  diedTick: 72,
  cause: 'natural',
  composition: null,
  ...rest,
});

export const said = (content: string, session = 'day-1', peer = 'bo-2', at = 2_000): MemoryMessage => ({
  session,
  peer,
  content,
  created_at: new Date(at),
});

export async function openedLibrary(t: Test) {
  const world = await opened(t, library);
  const { keep } = (await openLibrary({ storage: world.storage, retryAfterSeconds: 5 })).entries;
  /** What a caller of a priced call reads, the bill left out; a refusal as it is. */
  const ask = async (operation: string, request: Parameters<typeof world.call>[2] = {}) => {
    const outcome = await world.call(operation, 'vera-1', request);
    if (outcome.type !== 'answer') return outcome;
    const {
      charged: _,
      balance: __,
      ...body
    } = { ...outcome.body({ charged: 0, balance: 0 }) } as Record<string, unknown>;
    return { cost: outcome.cost, ...body };
  };
  const read = (resident: string, query: object = {}) => ask('readEntry', { params: { resident_id: resident }, query });
  const genealogy = (resident: string) => ask('readGenealogy', { params: { resident_id: resident } });
  const search = async (query: string, limit?: number) => {
    const body = { query, ...(limit !== undefined && { limit }) };
    return Answer.parse(await ask('search', { body })).items;
  };
  return { ...world, keep, ask, read, genealogy, search };
}
