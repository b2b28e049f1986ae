/** Limits and rules of the gateway that pages repeat, to say them before anything is sent. `test/gateways/page-limits.test.ts` holds them against the gateway. */

/** Ticks by which an operator moves the clock at once. */
export const ticksMax = 288;
/** Characters that a visitor says at once through a portal station. */
export const messageCharsMax = 4_000;
/** Characters of the name by which a visitor logs in, and of its password. */
export const handleChars = { min: 3, max: 40 } as const;
export const passwordChars = { min: 8, max: 200 } as const;
/** Events of the city that a feed can go back over. */
export const eventsKept = 10_000;
/** Places next to another that are listed. */
export const nextToMax = 64;

/** An operator moves the clock where nothing else does. */
export const mayTick = (clock: { readonly manual_ticks: boolean; readonly paused: boolean }): boolean =>
  clock.manual_ticks || clock.paused;

/** Where programs of the city live, it can be left to them who is born of a soul that brings no container. */
export const canBeLeft = (cityLives: boolean, runtime: 'external' | 'container'): boolean =>
  cityLives && runtime === 'external';

/** Milliseconds between two looks of the page of a visitor, who has so many requests a minute for everything. */
export const looksOfVisitorMs = { souls: 5_000, notifications: 10_000, life: 6_000, me: 10_000 } as const;

/** What a visitor is told that is also kept among the notifications, of what pages know. The test lists it, for the gateway declares it nowhere as data. */
export const isNotified = (type: string): boolean =>
  /^(soul\.|credits\.|resident\.thought$|resident\.dying$|death\.warning$|token\.ended$)/.test(type);
