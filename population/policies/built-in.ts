/** The policies that come with the city, by name, and the tables that say which newborn lives by which. */
import { adopt, adoptLate, build, enjoy, hire, work, workWhenShort } from './everyday.ts';
import { exchange } from './exchange.ts';
import { all, looking, type Policy } from './policy.ts';

export const policies = {
  worker: all(work, enjoy),
  builder: all(workWhenShort, hire, build, enjoy),
  mentor: all(work, adopt),
  allrounder: all(work, hire, build, enjoy, adoptLate),
  idler: looking(
    () => [],
    () => [],
  ),
  exchange,
} as const satisfies Readonly<Record<string, Policy>>;

export type PolicyName = keyof typeof policies;

const isPolicyName = (name: string): name is PolicyName => Object.hasOwn(policies, name);

/** Who is born, in this order over and over: of 12, four work, two build, three mentor, two do some of all, one does nothing. */
const births: readonly PolicyName[] = [
  ...(['worker', 'mentor', 'builder', 'worker', 'allrounder', 'idler'] as const),
  ...(['worker', 'mentor', 'builder', 'worker', 'mentor', 'allrounder'] as const),
];

/** Which policy whoever is born lives by, from the first on, over and over. Residents are called after theirs. */
export interface PolicyTable {
  readonly births: readonly string[];
  readonly policies: Readonly<Record<string, Policy>>;
}

/** All live by the one. */
export const only = (name: string, policy: Policy): PolicyTable => ({ births: [name], policies: { [name]: policy } });

export const mixed: PolicyTable = { births, policies };

/** What `--policy` may name besides a file. */
export const tableNames: readonly string[] = ['mixed', ...Object.keys(policies)];

/** The table of this name; undefined when there is none. */
export function tableNamed(name: string): PolicyTable | undefined {
  if (name === 'mixed') return mixed;
  return isPolicyName(name) ? only(name, policies[name]) : undefined;
}
