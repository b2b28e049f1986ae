/** What views are asked with, where several are asked alike. With `type`, not `interface`: only so is it a record to the engine. */

/** Which one. */
export type Named = { readonly id: string };
/** What it is to a resident, or of one. */
export type OfResident = { readonly resident: string };
/** Which page: what comes after the cursor, or the first where that is null. */
export type PageAsked = { readonly limit: number; readonly cursor: string | null };
