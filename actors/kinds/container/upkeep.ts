/** What a container costs its pod. */
import type { Settings } from '../../../engine/actor-kind.ts';
import { setting } from '../../rules/workshops/tiers.ts';

/** Millicredits a tick: for each core, rounded up (CN3). */
export const containerUpkeep = (settings: Settings, cpuMillis: number): number =>
  Math.ceil((setting(settings, 'CONTAINER_CORE_UPKEEP') * cpuMillis) / 1000);
