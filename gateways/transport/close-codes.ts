/** Why a WebSocket is ended, as a number. */

/** Close codes of this city, and the standard's own. */
export const closeCodes = {
  goingAway: 1001,
  failed: 1011,
  /** Also where the city is busy: try again later. */
  tooSlow: 1013,
  unauthorized: 4401,
  noAuthInTime: 4408,
  residentDead: 4410,
  frameTooLarge: 4413,
  tooFast: 4429,
} as const;
