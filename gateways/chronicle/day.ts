/** The last day that can be asked for, which no city reaches. */
export const dayMax = 9_999_999;
