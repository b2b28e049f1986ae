/** What the face of a resident follows from, wherever an answer tells of one. */
import { z } from 'zod';

export const Face = z.string().max(16).meta({
  description:
    'From this its face follows: a part of a hash of its soul, name included: the same soul has the same face',
});
