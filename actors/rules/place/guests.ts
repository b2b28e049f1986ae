/** Whom a room admits, and how many. */

/** Residents invited to one room, and present in it (A1, HR4). */
export const invitedMax = 128;
export const occupantsMax = 256;

/** Names that rooms of one house have had in all (A1, HR6). */
export const roomNamesMax = 128;

/** Whether the room lets that resident in: its owner, and whom the owner has invited (MV6, HR3). */
export const isLetIn = (
  { owner, invited }: { readonly owner: string; readonly invited: readonly string[] },
  resident: string,
): boolean => resident === owner || invited.includes(resident);
