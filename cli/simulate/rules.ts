/** The settings of a run: those that rules read, by default or as `--set` and `--sweep` give them. Those of the shell do not count. */
import { closest, distance } from 'fastest-levenshtein';
import { type Config, examine, inItsUnit, settingNames } from '../../config/settings.ts';

/** Values by the names of settings, as they were given. */
export type Given = Readonly<Record<string, string>>;

/** No minds of the city live in a simulation. */
const always: Given = { MINDS: '0' };
const defaults = examine(always).config;
const ruleNames = (rules: Config['rules']) => settingNames.filter((name) => Object.hasOwn(rules, name));
const isRule = (name: string): boolean => Object.hasOwn(defaults.rules, name);

/**
 * The setting and what follows the `=`. Throws an error of one sentence for what is no setting that rules read; `where` it would change
 * nothing.
 */
export function nameAndValue(option: string, given: string, where = 'a simulation'): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined)
    throw new Error(`${option} ${given}: give a setting and its value, for example ${option} RESIDENT_UPKEEP=2.`);
  if (!isRule(name)) throw new Error(`${option} ${given}: ${unknownSetting(name, where)}`);
  return [name, value];
}

/** What a city with these settings is opened with. Throws an error of one sentence for a value that cannot be used. */
export function configOf(given: Given, option = '--set'): Config {
  const whole = { ...always, ...given };
  const { config, wrong } = examine(whole);
  if (wrong[0] !== undefined) throw new Error(`${option} ${withValue(wrong[0], whole)}.`);
  return config;
}

/** Every setting that rules read, with its value in its unit and where that comes from. */
export function settingsOf(given: Given, swept: readonly string[]) {
  const { rules } = configOf(given);
  const origin = (name: string) =>
    swept.includes(name) ? '--sweep' : Object.hasOwn(given, name) ? '--set' : 'default';
  return Object.fromEntries(
    ruleNames(rules).map((name) => [name, { value: inItsUnit(name, rules[name] ?? 0), origin: origin(name) }]),
  );
}

/** What is wrong with a setting, behind the value that it was given. */
function withValue(wrong: string, given: Given): string {
  const [name = '', ...why] = wrong.split(': ');
  const value = given[name];
  return [value === undefined ? name : `${name}=${value}`, ...why].join(': ');
}

function unknownSetting(name: string, where: string): string {
  if (settingNames.some((known) => known === name)) return `no rule reads ${name}: it changes nothing in ${where}.`;
  const meant = closest(name, ruleNames(defaults.rules));
  const isLike = meant.includes(name) || distance(name, meant) <= name.length / 2;
  return `there is no setting ${name}. ${isLike ? `Did you mean ${meant}?` : 'docs/SETTINGS.md lists those that rules read.'}`;
}
