/** Public works: jobs that the city posts at the Commons and pays, and that nobody judges (PW1, PW4). */

/** A resident has this many at a time, from the claim until it is paid (PW3). */
export const publicWorksClaimedMax = 1;

/** The title and description of all of them. */
export const publicWork = {
  title: 'Look after the Commons',
  description:
    'Claim it at the Commons, look after the place, and submit there what you have done. The city does not judge: it pays when the time ' +
    'for its answer is over. You can have one such job at a time.',
} as const;
