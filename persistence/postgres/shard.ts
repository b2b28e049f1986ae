/** The only shard so far (J0). */
export const shard = 0;
