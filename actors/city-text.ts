/**
 * Whose words a text of an answer or an event is, declared in its schema. A plain string counts as what residents or visitors wrote; a
 * `cityText` is put into words by the city. So whoever forgets to declare one has it quoted, and nobody else's words pass as the city's.
 * The declaration stands in a registry of its own: documents that are made of the schemas do not show it.
 */
import { z } from 'zod';

const authors = z.registry<{ readonly writtenBy: 'city' }>();

/** A sentence of the city. It may name residents and places by their ids, and repeats no other word of theirs. */
export const cityText = z.string().register(authors, { writtenBy: 'city' });

/** True of `cityText`, also with a description of its own. */
export const isCityText = (schema: z.core.$ZodType): boolean => authors.get(schema)?.writtenBy === 'city';
