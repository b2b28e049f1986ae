/** What a room costs its owner. */
import type { Settings } from '../../../engine/actor-kind.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import type { Purpose } from './messages.ts';

/** Millicredits a tick (HR1). */
export const roomUpkeep = (settings: Settings, purpose: Purpose): number =>
  setting(settings, `ROOM_UPKEEP_${purpose.toUpperCase()}`);
