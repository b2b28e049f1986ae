/** The last day of the city that can be asked for. */

/** A day that no city reaches. */
export const dayMax = 9_999_999;
