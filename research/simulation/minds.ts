/** What a simulation asks of minds: programs that live residents by themselves, on its clock (`research/minds/`). */
import type { EngineClient } from './engine-client.ts';
import type { VirtualCityOptions, VirtualClock } from './virtual-city.ts';

export interface Minds {
  /** True of a resident that a mind has begun to live, and lives. */
  lives(resident: string): boolean;
  /** Begins to live the resident, which has this token; resolves when the mind waits for the first time. */
  begin(resident: string, token: string): Promise<void>;
  /** Lives on until all minds wait for what comes after `ms` on the clock, and nothing is under way. The clock stands at `ms` then. */
  liveUntil(ms: number): Promise<void>;
  /** Ends them. */
  close(): Promise<void>;
}

export interface MindsGround {
  readonly client: EngineClient;
  readonly clock: VirtualClock;
  readonly seed: number;
  readonly config: VirtualCityOptions['config'];
}

export type MindsOf = (ground: MindsGround) => Minds;
