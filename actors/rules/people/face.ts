/**
 * What a resident's face follows from: a part of a hash of its soul, which is its name and its words. Whoever is born of the same soul
 * again has the same face, two who share their words but not their name can be told apart, and nobody can read a word of the soul from it.
 * Anybody may know it, of the living and of the dead: faces are there to be seen. Who already has the whole of a soul can tell from it
 * whose that is.
 */
import { contentHash } from '../../../engine/ids.ts';
import type { ResidentContext } from '../../kinds/resident/messages.ts';

/** Characters of the hash, six bits each: enough that no two souls of a city share them by chance. */
const faceChars = 8;

export const faceOf = ({ name, soul }: Pick<ResidentContext, 'name' | 'soul'>): string =>
  contentHash(`face of ${name}, ${soul}`).slice(0, faceChars);
