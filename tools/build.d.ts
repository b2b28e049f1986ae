/** A hash of the rooms whose code a turn runs. */
export function hashOfRules(): Promise<string>;
