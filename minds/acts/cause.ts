/**
 * To what an act answers by what it is about: a job to what was last heard of it, code to the room that it is for, a gift or a vouch to
 * what was last heard from whom it is for, a last will to the warning.
 */
import type { Perception } from '../perception/perception.ts';
import { type Act, objectOf } from './act.ts';
import { isNearEnd } from './possible.ts';

/** The seq of the newest event that it heard of what the act is about; undefined where it heard of none, and for other acts. */
export function causeOf(act: Act, seen: Perception): number | undefined {
  const { lastEventOf, lastHeardFrom, self } = seen;
  switch (act.type) {
    case 'claim':
    case 'submit':
    case 'accept':
    case 'fund':
    case 'set_share':
    case 'enlarge':
    case 'connect':
    case 'approve':
      return lastEventOf.get(objectOf(act));
    case 'contribute':
      return lastEventOf.get(act.pod);
    case 'write_code':
    case 'deploy':
      return lastEventOf.get(act.workshop) ?? lastEventOf.get(`${self.home}/${act.workshop}`);
    case 'invite_guest':
      return lastHeardFrom.get(act.guest);
    case 'vouch':
    case 'give':
      return lastHeardFrom.get(objectOf(act)) ?? lastEventOf.get(objectOf(act));
    case 'bequeath':
    case 'compose':
      return isNearEnd(seen) ? lastEventOf.get(self.id) : undefined;
    default:
      return undefined;
  }
}
