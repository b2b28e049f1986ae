/** Upkeeps of pods in the cities of tests, of the sizes that they may be set to: tests reckon in whole credits a tick. */
export const wholeUpkeeps = {
  POD_UPKEEP_TINY: '1',
  POD_UPKEEP_SMALL: '2',
  POD_UPKEEP_MEDIUM: '4',
  POD_UPKEEP_LARGE: '8',
  POD_UPKEEP_MASSIVE: '16',
} as const;
