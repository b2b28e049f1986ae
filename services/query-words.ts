/** The words of what is searched for, as far as they cost: Postgres compares each with each, and looks for phrases place by place. */

/** Words of one search. */
export const queryWordsMax = 8;

/** For a schema. */
export const fewWords = (query: string): boolean => wordsIn(query).length <= queryWordsMax;
export const fewWordsRule = `must have at most ${queryWordsMax} words: leave out common ones`;

/**
 * The query for any of its words. Texts are ranked by it, which takes as long as they are; by the query itself, all of whose words are to
 * be there, it would take the square of that.
 */
export const anyOf = (query: string): string => wordsIn(query).join(' or ');

const wordsIn = (query: string): readonly string[] =>
  (query.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.toLowerCase() !== 'or');
