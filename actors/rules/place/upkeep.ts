/** What a room costs its owner. */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { Purpose } from '../../kinds/room/messages.ts';
import { setting } from '../workshops/tiers.ts';

/** Millicredits a tick (HR1). */
export const roomUpkeep = (settings: Settings, purpose: Purpose): number =>
  setting(settings, `ROOM_UPKEEP_${purpose.toUpperCase()}`);
