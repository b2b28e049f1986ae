/** Who works on a pod's code, as a workshop and after its deploy. */
import type { PodContext } from '../../kinds/pod/messages.ts';

/** True for a resident who works on its code (CD1). */
export const worksHere = ({ owner, representative, collaborators }: PodContext, resident: string): boolean =>
  resident === representative || resident === owner || collaborators.includes(resident);

/** All who work on its code. */
export const workers = ({ owner, representative, collaborators }: PodContext): readonly string[] =>
  [...new Set([owner, representative, ...collaborators])].filter((one) => one !== null);
