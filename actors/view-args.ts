/** Arguments that several views share. Declared with `type`, not `interface`: the engine takes them as records. */

/** Which actor. */
export type Named = { readonly id: string };
/** The resident who asks, or who is asked about. */
export type OfResident = { readonly resident: string };
/** The page after the cursor; the first page where that is null. */
export type PageAsked = { readonly limit: number; readonly cursor: string | null };
