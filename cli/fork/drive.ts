/** Who acts in a fork after its moment, read from the command line: nobody, its record, or policies. */
import { isLivedByMinds, type PolicyOrder } from '../simulate/order.ts';
import { policyOrder, seedMax, ticksMax, whole } from '../simulate/plan.ts';

export interface PoliciesOrder {
  readonly type: 'policies';
  readonly policy: PolicyOrder;
  readonly seed: number;
  readonly ticks: number;
}

export type Drive =
  | { readonly type: 'none' }
  /** `without`: turns in which what came from outside is left out. */
  | { readonly type: 'recorded'; readonly without: readonly number[] }
  | PoliciesOrder;

export interface DriveOptions {
  readonly drive: string;
  /** Of `--drive recorded` alone: turns, as 9000,9010. */
  readonly without?: string;
  /** Of `--drive policies` alone. */
  readonly policy?: string;
  readonly ticks?: string;
  readonly seed?: string;
}

const drives = ['none', 'recorded', 'policies'] as const;

/** Throws an error of one sentence for whatever cannot be used. */
export async function driveOf({ drive, without, policy, ticks, seed }: DriveOptions): Promise<Drive> {
  const type = drives.find((known) => known === drive);
  if (type === undefined) throw new Error(`--drive ${drive}: there are ${drives.join(', ')}.`);
  if (type !== 'recorded' && without !== undefined)
    throw new Error(`--without ${without}: it is for --drive recorded.`);
  if (type === 'policies') return byPolicies(policy ?? 'mixed', ticks ?? '288', seed ?? '1');
  for (const [name, value] of Object.entries({ policy, ticks, seed }))
    if (value !== undefined) throw new Error(`--${name} ${value}: it is for --drive policies.`);
  if (type === 'none') return { type };
  const turns = without === undefined ? [] : without.split(',');
  return { type, without: turns.map((turn) => whole('--without', turn, 1, Number.MAX_SAFE_INTEGER)) };
}

async function byPolicies(name: string, ticks: string, seed: string): Promise<PoliciesOrder> {
  const policy = await policyOrder(name);
  if (isLivedByMinds({ policy }))
    throw new Error(`--policy ${name}: minds drive no fork, since they would need the tokens of who lives there.`);
  return {
    ...{ type: 'policies', policy },
    ...{ seed: whole('--seed', seed, 0, seedMax), ticks: whole('--ticks', ticks, 1, ticksMax) },
  };
}
