/** What policies say, asked and read: one that throws or says nothing sensible ends the run, with its name. */
import { type Act, actsSchema } from '../../population/policies/act.ts';
import type { Perception, Self } from '../../population/policies/perception.ts';
import type { Policy } from '../../population/policies/policy.ts';
import type { Dice } from '../../population/seeded-random.ts';
import { PolicyFailed } from './policy-failed.ts';
import { Impure } from './purely.ts';

/** What a policy says. Throws `PolicyFailed` when it throws. */
export function asked<Said>({ id, tick }: Self, ask: () => Said): Said {
  try {
    return ask();
  } catch (cause) {
    if (cause instanceof Impure) throw new PolicyFailed(id, tick, cause.message);
    throw new PolicyFailed(id, tick, `it threw ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** The acts of whoever perceives so. Throws the same. */
export function decide(policy: Policy, seen: Perception, dice: Dice): readonly Act[] {
  const acts = actsSchema.safeParse(asked<unknown>(seen, () => policy(seen, dice)));
  if (acts.success) return acts.data;
  const [issue] = acts.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'what it returned' : `acts[${issue.path.join('.')}]`;
  throw new PolicyFailed(seen.id, seen.tick, `it must return an array of acts; ${where}: ${issue?.message}`);
}
