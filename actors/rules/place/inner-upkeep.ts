/** What a room costs its owner, and a container its pod. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { Purpose } from '../../kinds/room/messages.ts';
import { setting } from '../workshops/tiers.ts';

/** Millicredits a tick (HR1). */
export const roomUpkeep = (settings: Settings, purpose: Purpose): number =>
  setting(settings, `ROOM_UPKEEP_${purpose.toUpperCase()}`);

/** Millicredits a tick: for each core, rounded up (CN3). */
export const containerUpkeep = (settings: Settings, cpuMillis: number): number =>
  Math.ceil((setting(settings, 'CONTAINER_CORE_UPKEEP') * cpuMillis) / 1000);
