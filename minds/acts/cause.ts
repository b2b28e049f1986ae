/** To what an act answers by what it is about: a job to what was last heard of it, code to the room that it is for. */
import type { Perception } from '../perception/perception.ts';
import { type Act, objectOf } from './act.ts';

/** The seq of the newest event that it heard of what the act is about; undefined where it heard of none, and for other acts. */
export function causeOf(act: Act, { lastEventOf, self }: Perception): number | undefined {
  switch (act.type) {
    case 'claim':
    case 'submit':
    case 'accept':
    case 'fund':
    case 'approve':
      return lastEventOf.get(objectOf(act));
    case 'write_code':
    case 'deploy':
      return lastEventOf.get(`${self.home}/${act.workshop}`);
    default:
      return undefined;
  }
}
