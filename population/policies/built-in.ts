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

/** No policy: a mind lives, a program that acts by itself and not once a tick (`minds/`). */
export const mind = 'mind';

/** Which policy whoever is born lives by, from the first on, over and over. Residents are called after theirs. */
export interface PolicyTable<Life extends Policy | typeof mind = Policy | typeof mind> {
  readonly births: readonly string[];
  readonly policies: Readonly<Record<string, Life>>;
}

export const hasMinds = ({ policies }: PolicyTable): boolean => Object.values(policies).includes(mind);

const bornAs = /-([0-9]+)$/;

/** By which policy a resident lives: the one after which it is called, else the one of its number in the city. */
export function policyOf(
  { births, policies }: PolicyTable,
  { id, name }: { readonly id: string; readonly name: string },
): PolicyTable['policies'][string] | undefined {
  const named = Object.hasOwn(policies, name) ? policies[name] : undefined;
  return named ?? policies[births[(Number(bornAs.exec(id)?.[1] ?? 1) - 1) % births.length] ?? ''];
}

/** All live by the one. */
export const only = (name: string, policy: Policy | typeof mind): PolicyTable => ({
  births: [name],
  policies: { [name]: policy },
});

export const mixed: PolicyTable<Policy> = { births, policies };

/** What `--policy` may name besides a file: these, or several of all but the first with commas, in the order in which they are born. */
export const tableNames: readonly string[] = ['mixed', ...Object.keys(policies), 'minds'];

/** The table of this name; undefined when there is none. */
export function tableNamed(name: string): PolicyTable | undefined {
  if (name === 'mixed') return mixed;
  const tables = name.split(',').map((one) => {
    if (one === 'minds') return only(mind, mind);
    return isPolicyName(one) ? only(one, policies[one]) : undefined;
  });
  return tables.reduce((all, one) => all && one && joined(all, one));
}

const joined = (one: PolicyTable, other: PolicyTable): PolicyTable => ({
  births: [...one.births, ...other.births],
  policies: { ...one.policies, ...other.policies },
});
