/** Who works on a pod's code, while it is a workshop and after. */
import type { PodContext } from '../../kinds/pod/messages.ts';

/** Who works on its code (CD1). */
export const worksHere = ({ owner, representative, collaborators }: PodContext, resident: string): boolean =>
  resident === representative || resident === owner || collaborators.includes(resident);

/** The same, as a list. */
export const workers = ({ owner, representative, collaborators }: PodContext): readonly string[] =>
  [...new Set([owner, representative, ...collaborators])].filter((one) => one !== null);
