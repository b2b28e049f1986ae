/**
 * Makes sure that a resident has heard everything: it goes home, by way of the Commons when it is there already, and hears of that last
 * arrival. Every event that was addressed to it before came before, since its stream is in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../../client/parallel.ts';
import { commons } from '../../client/wire.ts';
import type { Resident } from '../resident.ts';

export interface LastArrival {
  /** Milliseconds after which an event is late. */
  readonly lateMs: number;
  /** Aborted when waiting must end. */
  readonly closing: AbortSignal;
}

/** True when the resident has heard everything. A dying resident cannot move any more, and nothing is concluded about it. */
export async function fallSilent(resident: Resident, { lateMs, closing }: LastArrival): Promise<boolean> {
  const { listener, stream, findings } = resident.context;
  if (resident.dead || listener.dying) return false;
  await inTime(stream.live(), closing);
  if (resident.place !== commons) await resident.walk('commons');
  const before = listener.arrivals;
  const outcome = await resident.walk('home');
  const isRefused = outcome.type === 'refused' && outcome.code === 'invalid_state';
  const isDying = () => resident.dead || listener.dying;
  if (isDying() || (isRefused && (await soon(isDying, lateMs, closing)))) return false;
  if (outcome.type !== 'done') {
    findings.add('unreachable', () => `${resident.id} could not go home: ${JSON.stringify(outcome)}`);
    return false;
  }
  const expected = () => listener.arrivals > before && listener.place === resident.home;
  if (await soon(expected, lateMs, closing)) return true;
  // The arrival was not heard live. Heard after a resume, the live feed has lost it; not even then, the city has.
  stream.drop(0);
  await inTime(stream.live(), closing);
  const kind = expected() ? 'late' : 'lost_move';
  findings.add(kind, () => `${resident.id} went home and did not hear of its arrival within ${lateMs} ms`);
  return expected();
}

async function soon(condition: () => boolean, lateMs: number, closing: AbortSignal): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < lateMs && !closing.aborted; waitedMs += 20) {
    if (condition()) return true;
    await sleep(20);
  }
  return condition();
}
