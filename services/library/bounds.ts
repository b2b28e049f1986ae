/** How much the library keeps of each of the dead, and how much of it one answer holds. */

/** The newest messages of each of the dead. */
export const memoriesMax = 10_000;

/** Messages, and UTF-16 units of them, that one statement writes. */
export const writtenMax = 500;
export const writtenCharsMax = 500_000;

/** UTF-16 units of an id; no resident has a longer one. */
export const idCharsMax = 128;

/** UTF-16 units of a query. */
export const queryCharsMax = 1_000;

/** Items of one page. */
export const pageItemsMax = 200;
export const pageItemsDefault = 20;

/** Bytes of text in one page of memories, after the first. */
export const pageTextBytesMax = 512 * 1024;

/** Sessions that an entry names, the newest ones. */
export const sessionsShownMax = 200;

/** Results of one search. */
export const foundMax = 50;
export const foundDefault = 10;

/** Texts with the words of a query that are ranked; when there are more, any so many of them. */
export const rankedMax = 1_000;

/** Mentees that an entry names. */
export const menteesShownMax = 50;

/** Generations above and below a resident. */
export const ancestorsMax = 50;
export const generationsBelowMax = 10;
/** Descendants that are listed, the nearest ones. */
export const descendantsMax = 200;
