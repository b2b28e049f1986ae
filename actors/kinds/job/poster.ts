/** Who has posted a job: a resident, a visitor (VH5), or the city (PW1). */
import type { ActorId } from '../../../engine/ids.ts';
import { residentActor, visitorActor } from '../../rules/place/names.ts';
import type { JobContext } from './messages.ts';

type Posted = Pick<JobContext, 'poster' | 'byVisitor'>;

/** Null for public works. */
export function posterActor({ poster, byVisitor }: Posted): ActorId<'resident' | 'visitor'> | null {
  if (poster === null) return null;
  return byVisitor === true ? visitorActor(poster) : residentActor(poster);
}

/** The resident who has posted it; null for public works and for a job of a visitor. */
export const residentPoster = ({ poster, byVisitor }: Posted): string | null => (byVisitor === true ? null : poster);
