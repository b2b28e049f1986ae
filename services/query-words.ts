/** Bounds the words of a search, whose cost rises with them: Postgres compares each with each, and looks for phrases place by place. */

/** Words of one search. */
export const queryWordsMax = 8;

/** For a schema: true when the query has few enough words. */
export const fewWords = (query: string): boolean => wordsIn(query).length <= queryWordsMax;
export const fewWordsRule = `must have at most ${queryWordsMax} words: leave out common ones`;

/**
 * The query for any of its words. Ranking texts by it takes time in proportion to their length; by the query itself, which asks for all
 * of its words, the square of that.
 */
export const anyOf = (query: string): string => wordsIn(query).join(' or ');

const wordsIn = (query: string): readonly string[] =>
  (query.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.toLowerCase() !== 'or');
