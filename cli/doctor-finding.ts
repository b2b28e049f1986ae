/** What the doctor found; `advice` says what to do about it. A `fail` keeps the city from starting. */
export type Finding =
  | { readonly level: 'ok'; readonly name: string; readonly detail: string }
  | { readonly level: 'warn' | 'fail'; readonly name: string; readonly detail: string; readonly advice: string };

/** What an error says, in words for a finding. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
