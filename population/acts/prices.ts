/** Default prices of building, in millicredits. Answers that do not itemise a charge are checked against them. */

export const tiers = ['tiny', 'small', 'medium'] as const;
export type Tier = (typeof tiers)[number];

export const deployCost: Readonly<Record<Tier, number>> = { tiny: 20_000, small: 40_000, medium: 80_000 };
/** Upkeep of a deployed pod each tick; a workshop takes half. */
export const podUpkeep: Readonly<Record<Tier, number>> = { tiny: 500, small: 1_000, medium: 2_000 };
export const connectionsMax: Readonly<Record<Tier, number>> = { tiny: 2, small: 4, medium: 8 };

export const roomPurposes = ['workshop', 'study', 'storage', 'meeting'] as const;
/** Upkeep of a room each tick, by its purpose. */
export const roomUpkeep: ReadonlyMap<string, number> = new Map([
  ['workshop', 500],
  ['study', 250],
  ['storage', 250],
  ['meeting', 100],
]);

/** The price of a gated entry whose pod has set none. */
export const tollDefault = 1_000;
/** The most that is paid for an entry or a call when the caller names no limit. */
export const payMax = 5_000;

const connectionPrice = 2_000;
const connectionsPricedMax = 22;

/** The price of the next connection to a place that has `connections` of them. */
const connectionFee = (connections: number): number => (connectionPrice * (connections + 1) * (connections + 2)) / 2;

/** Every fee that a connection can have. */
export const connectionFees: readonly number[] = Array.from({ length: connectionsPricedMax + 1 }, (_, n) =>
  connectionFee(n),
);

/**
 * How far a measured charge may be from a fee, because of other payments, and still count as that fee: less than half of the least
 * distance between two fees.
 */
const noiseMax = 1_500;

/** The fee nearest to `amount`; null when none is near. */
export function feeNear(amount: number): number | null {
  return connectionFees.find((fee) => Math.abs(fee - amount) <= noiseMax) ?? null;
}
