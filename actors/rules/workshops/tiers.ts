/** How large a pod is: the resources of its code, its number of connections, its price. */

import type { Settings } from '../../../engine/actor-kind.ts';
import { must } from '../../../engine/assert.ts';

export const tierNames = ['tiny', 'small', 'medium', 'large', 'massive'] as const;
export type Tier = (typeof tierNames)[number];

interface Size {
  /** Thousandths of a processor. */
  readonly cpuMillis: number;
  readonly memoryMib: number;
  readonly connectionsMax: number;
  /** The size of the store, in units of 256 keys and 64 KiB. */
  readonly stores: number;
}

const sizes: Readonly<Record<Tier, Size>> = {
  tiny: { cpuMillis: 250, memoryMib: 256, connectionsMax: 2, stores: 1 },
  small: { cpuMillis: 500, memoryMib: 512, connectionsMax: 4, stores: 2 },
  medium: { cpuMillis: 1000, memoryMib: 1024, connectionsMax: 8, stores: 4 },
  large: { cpuMillis: 2000, memoryMib: 2048, connectionsMax: 14, stores: 8 },
  massive: { cpuMillis: 4000, memoryMib: 4096, connectionsMax: 22, stores: 16 },
};

export const sizeOf = (tier: Tier): Size => sizes[tier];

/** A numeric setting, by its name. */
export const setting = (settings: Settings, name: string): number => must(settings[name], `setting ${name}`);

/** Millicredits. */
export const deployCost = (settings: Settings, tier: Tier): number =>
  setting(settings, `DEPLOY_COST_${tier.toUpperCase()}`);

/** Millicredits a tick. */
export const podUpkeep = (settings: Settings, tier: Tier): number =>
  setting(settings, `POD_UPKEEP_${tier.toUpperCase()}`);

/** Half, rounded up: a charge is a whole number of millicredits. */
export const half = (amount: number): number => Math.ceil(amount / 2);

export const isLarger = (tier: Tier, than: Tier): boolean => tierNames.indexOf(tier) > tierNames.indexOf(than);

/** The resources that code may use at once, for the sandbox. */
export interface Allowance {
  readonly cpuMillis: number;
  readonly memoryMib: number;
  readonly stores: number;
}
