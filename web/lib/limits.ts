/**
 * Limits and rules of the gateway that pages repeat, to show them before anything is sent. `test/gateways/page-limits.test.ts` compares
 * them with the gateway's.
 */

/** Ticks by which an operator may step the clock at once. */
export const ticksMax = 288;
/** Speeds of the clock that an operator may choose, as multiples of the timetable's pace. */
export const speeds = [0.25, 0.5, 1, 2, 5, 10, 20, 60] as const;
/** Characters of a visitor's message through a portal station. */
export const messageCharsMax = 4_000;
/** Characters of a question or note of a visitor, of a wish, and of the title of a job. */
export const shortTextCharsMax = 280;
export const wishCharsMax = 120;
export const titleCharsMax = 80;
/** Pixels of a side of a visitor's picture, and its bytes. */
export const pictureSideMax = 1_600;
export const pictureBytesMax = 256 * 1024;
/** Characters of the name by which a visitor logs in, and of its password. */
export const handleChars = { min: 3, max: 40 } as const;
export const passwordChars = { min: 8, max: 200 } as const;
/** Events that a feed can send again. */
export const eventsKept = 10_000;
/** Neighbouring places that are listed. */
export const nextToMax = 64;

/** An operator may step the clock where nothing else drives it. */
export const mayTick = (clock: { readonly manual_ticks: boolean; readonly paused: boolean }): boolean =>
  clock.manual_ticks || clock.paused;

/** A resident can be left to programs of the city where they live here, and if its soul needs no container. */
export const canBeLeft = (cityLives: boolean, runtime: 'external' | 'container'): boolean =>
  cityLives && runtime === 'external';

/** Milliseconds between two fetches of a visitor's page: a visitor's requests share one rate limit. */
export const visitorFetchMs = { souls: 5_000, notifications: 10_000, life: 6_000, me: 10_000 } as const;

/**
 * True for an event that is also kept among the notifications, of those that pages know. The test has the list, since the gateway has it
 * nowhere as data.
 */
export const isNotified = (type: string): boolean =>
  /^(soul\.|credits\.|question\.(answered|lapsed)$|job\.(claimed|submitted|completed|reopened|expired|cancelled)$|resident\.thought$|resident\.dying$|death\.warning$|token\.(ended|missed|replaced|shown)$)/.test(
    type,
  );
