/**
 * How much a resident may keep, say and ask for. What is stored for one is at most `spaceBytes` of messages, their words beside them and
 * in an index (each of about the size of the text), and 10,000 rows of at most 500 bytes for its peers and sessions.
 */

/** Characters of the name of a peer or session, all of them ASCII. */
export const nameCharsMax = 128;

/** UTF-16 units of a message; at most three bytes each. */
export const contentCharsMax = 8_000;

/** Messages of one call. */
export const messagesAddedMax = 100;

/** Bytes of a resident's messages. The newest are kept: older ones make room for new ones. */
export const spaceBytes = 16_000_000;

/** Bytes that a message takes besides its text in UTF-8: so nobody has more than 10,000 messages. */
export const messageBytes = 1_600;

/** Peers of one resident; the migration, which keeps the bound, has the same number. */
export const peersMax = 5_000;
export const sessionsMax = 5_000;

/** UTF-16 units of a question about a peer. */
export const questionCharsMax = 1_000;

/** UTF-16 units of a search query. */
export const searchCharsMax = 256;

/** Messages with the words of a search, which is free, and of a question, that are ranked: the newest. */
export const searchRankedMax = 200;
export const questionRankedMax = 1_000;

/** Items of one page. */
export const pageItemsMax = 200;
export const pageItemsDefault = 20;

/** Bytes of text in one page of messages, after the first; as JSON they take at most six times that. */
export const pageTextBytesMax = 512 * 1024;

/** Messages found by one search. */
export const foundMax = 50;
export const foundDefault = 10;

/** So many bytes of text count as a token. */
export const tokenBytes = 4;

/** Tokens of a context. */
export const contextTokensMax = 100_000;
export const contextTokensDefault = 4_000;

/** Messages of a context, however short. */
export const contextMessagesMax = 1_000;

/** Messages from which an answer is made. */
export const messagesReadBy = { minimal: 2, low: 5, medium: 12, high: 25, max: 50 } as const;

/** Milliseconds of a call. */
export const deadlineMs = 10_000;

/** Visits of which the words that a resident heard are looked at for peers, the newest, and words of each of them. */
export const heardVisitsMax = 20;
export const heardWordsMax = 50;

/** Words heard that one search compares: the newest. */
export const heardSearchedMax = 100;

/** Words of a context of what was heard, however short. */
export const contextHeardMax = 200;
