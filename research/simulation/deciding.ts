/** What policies say, asked and read: one that throws or says nothing sensible ends the run, with its name. */
import { type Act, actsSchema } from '../../population/policies/act.ts';
import type { Perception, Self } from '../../population/policies/perception.ts';
import type { Policy } from '../../population/policies/policy.ts';
import type { Dice } from '../../population/seeded-random.ts';
import { PolicyFailed } from './policy-failed.ts';
import { Impure } from './purely.ts';

/** UTF-16 units of what a policy threw. */
const thrownCharsMax = 500;

/** What a policy says. Throws `PolicyFailed` when it throws. */
export function asked<Said>({ id, tick }: Self, ask: () => Said): Said {
  try {
    return ask();
  } catch (cause) {
    if (cause instanceof PolicyFailed) throw cause;
    throw new PolicyFailed(id, tick, cause instanceof Impure ? cause.message : `it threw ${thrown(cause)}`);
  }
}

/** In one line. Whatever can be thrown is somebody's, and may throw when it is looked at. */
function thrown(cause: unknown): string {
  try {
    const text = cause instanceof Error ? cause.message : String(cause);
    return text.slice(0, thrownCharsMax).replaceAll(/\s+/g, ' ');
  } catch {
    return 'what has no text';
  }
}

/** The acts of whoever perceives so. Throws the same. */
export const decide = (policy: Policy, seen: Perception, dice: Dice): readonly Act[] =>
  readActs(
    seen,
    asked<unknown>(seen, () => policy(seen, dice)),
  );

/** What it said, as acts: copies, which no getter of a policy's own stands behind any more. Throws the same. */
export function readActs({ id, tick }: Self, said: unknown): readonly Act[] {
  const acts = actsSchema.safeParse(said);
  if (acts.success) return acts.data;
  const [issue] = acts.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'what it returned' : `acts[${issue.path.join('.')}]`;
  throw new PolicyFailed(id, tick, `it must return an array of acts; ${where}: ${issue?.message}`);
}
