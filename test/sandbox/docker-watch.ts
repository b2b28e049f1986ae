/** What a test sees of containers from outside, without waiting for a time: it looks until what has to come has come. */
import { containersOf } from '../../sandbox/docker/reaper.ts';
import { docker } from './docker-support.ts';

/** Milliseconds after which a test gives up, on any machine. */
export const soonMs = 60_000;

export interface Process {
  /** As `ps` writes it: `T` is stopped, `Z` has ended and takes nothing any more but its number. */
  readonly state: string;
  readonly command: string;
}

/** The processes in the container of a place, its runner first; none when it is gone. */
export async function processesOf(city: string, place: string): Promise<readonly Process[]> {
  const [found] = await containersOf(docker, city, place);
  if (found === undefined) return [];
  const listed = await docker
    .getContainer(found.id)
    .top({ ps_args: '-eo pid,stat,args' })
    .catch(() => ({ Processes: [] }));
  const { Processes } = listed as { readonly Processes: readonly (readonly string[])[] | null };
  return (Processes ?? []).map(([, state = '', command = '']) => ({ state: state.slice(0, 1), command }));
}
