/** Codes with which WebSockets are closed. */

/** Codes of this city, and those of the standard. */
export const closeCodes = {
  goingAway: 1001,
  failed: 1011,
  /** Also when the city is busy: try again later. */
  tooSlow: 1013,
  unauthorized: 4401,
  noAuthInTime: 4408,
  residentDead: 4410,
  frameTooLarge: 4413,
  tooFast: 4429,
} as const;
