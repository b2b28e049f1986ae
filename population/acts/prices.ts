/** What building costs where nobody has set the city otherwise, in millicredits. Answers that do not itemise what they took are held to it. */

export const tiers = ['tiny', 'small', 'medium'] as const;
export type Tier = (typeof tiers)[number];

export const deployCost: Readonly<Record<Tier, number>> = { tiny: 20_000, small: 40_000, medium: 80_000 };
/** A tick, of a deployed pod; a workshop takes half. */
export const podUpkeep: Readonly<Record<Tier, number>> = { tiny: 1_000, small: 2_000, medium: 4_000 };
export const connectionsMax: Readonly<Record<Tier, number>> = { tiny: 2, small: 4, medium: 8 };

export const roomPurposes = ['workshop', 'study', 'storage', 'meeting'] as const;
/** A tick, of a room, by its purpose. */
export const roomUpkeep: ReadonlyMap<string, number> = new Map([
  ['workshop', 500],
  ['study', 250],
  ['storage', 250],
  ['meeting', 100],
]);

/** Of a gated entry whose pod has set none. */
export const tollDefault = 1_000;
/** What is paid at most for an entry or a call when the caller names no limit. */
export const payMax = 5_000;

const connectionPrice = 2_000;
const connectionsPricedMax = 22;

/** Of the next connection to a place that has `connections` of them. */
const connectionFee = (connections: number): number => (connectionPrice * (connections + 1) * (connections + 2)) / 2;

/** Every fee that a connection can have. */
export const connectionFees: readonly number[] = Array.from({ length: connectionsPricedMax + 1 }, (_, n) =>
  connectionFee(n),
);

/** How far a reading beside other people's payments may be from a fee and still be that fee: less than half of their least distance. */
const noiseMax = 1_500;

/** The fee that was taken when about `amount` was; null when none is near. */
export function feeNear(amount: number): number | null {
  return connectionFees.find((fee) => Math.abs(fee - amount) <= noiseMax) ?? null;
}
