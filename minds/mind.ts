/** One mind: it finds out whether it lives, then perceives, decides and acts until it is dead, taken over or stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CityDoor } from './city.ts';
import type { WhyEnded } from './protocol.ts';

export interface LivingMind {
  readonly ended: Promise<WhyEnded>;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface MindOptions {
  readonly city: string;
  readonly token: string;
  /** The city knows the token: it acts from now on. */
  readonly onLiving: () => void;
}

const lookAgainMs = 2_000;

export function beginMind({ city, token, onLiving }: MindOptions): LivingMind {
  const closing = new AbortController();
  const door = new CityDoor({ city, token, closing: closing.signal });
  const ended = live(door, closing.signal, onLiving).finally(() => closing.abort());
  const stop = async () => {
    closing.abort();
    await ended;
  };
  return { ended, stop };
}

async function live(door: CityDoor, closing: AbortSignal, onLiving: () => void): Promise<WhyEnded> {
  let isLiving = false;
  while (!closing.aborted) {
    const me = await door.get('/v1/me');
    if (me.type === 'refused' && me.status === 401) return 'taken_over';
    if (me.type === 'refused' && me.status === 410) return 'dead';
    if (me.type === 'done' && !isLiving) {
      isLiving = true;
      onLiving();
    }
    await sleep(lookAgainMs, undefined, { signal: closing }).catch(() => undefined);
  }
  return 'stopped';
}
