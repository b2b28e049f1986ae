/** Prints the settings (`civitas config print`), and finds names that look like a setting and are none. */
import { closest, distance } from 'fastest-levenshtein';
import { type Config, examine, inItsUnit, secretSettings, settingNames } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What stands in the place of a secret. */
const mask = '********';
/** Characters that are printed of a value that cannot be used. */
const givenCharsMax = 200;
/** Names that differ by at most so many letters count as mistyped. */
const slipMax = 2;
/** Shorter names are too similar to others. */
const slipNameCharsMin = 7;

/** A line for each setting: its name, its value and where that comes from, and what is wrong with those that cannot be used. */
export function settingLines(env: Env): readonly string[] {
  const { config, wrong, refused } = examine(env);
  const width = Math.max(...settingNames.map((name) => name.length));
  const rows = settingNames.map((name) => {
    const given = env[name] ?? '';
    const shown = refused.has(name)
      ? [givenValue(name, given), 'environment, and cannot be used: see below']
      : [shownValue(config, name), given === '' ? originOf(name, config) : 'environment'];
    return [name.padEnd(width), ...shown].join('  ');
  });
  return [...rows, ...wrong.map((each) => `cannot be used: ${each}`), ...warningsOf(env)];
}

/** A sentence for each variable that looks like a setting and is none. */
export const warningsOf = (env: Env): readonly string[] =>
  misspelt(env).map(({ name, meant }) => `${name} is no setting and changes nothing. Did you mean ${meant}?`);

/** Variables of `env` that look like a setting, each with the setting that was probably meant. */
function misspelt(env: Env): readonly { readonly name: string; readonly meant: string }[] {
  const known = new Set<string>(settingNames);
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const same = settingNames.find((one) => bare(one) === bare(name));
      const meant = same ?? closest(name, [...settingNames]);
      const isSlip = name.length >= slipNameCharsMin && distance(name, meant) <= slipMax;
      return same !== undefined || isSlip ? [{ name, meant }] : [];
    });
}

/** A name without separators, which are easily left out or added. */
const bare = (name: string): string => name.replaceAll(/[_-]/g, '').toUpperCase();

function shownValue(config: Config, name: (typeof settingNames)[number]): string {
  const value = config[name];
  if (value === undefined) return 'unset';
  if (typeof value === 'number') return inItsUnit(name, value);
  if (name === 'DATABASE_URL') return withoutPassword(String(value));
  return secretSettings.has(name) ? mask : JSON.stringify(value);
}

/** A refused value, as it was given. Of a malformed address any part may be its password. */
function givenValue(name: string, given: string): string {
  const isSecret = secretSettings.has(name) || name === 'DATABASE_URL' || given.includes('@') || given.includes('?');
  return isSecret ? mask : JSON.stringify(given.slice(0, givenCharsMax));
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = mask;
  for (const key of [...shown.searchParams.keys()]) if (key === 'password') shown.searchParams.set(key, mask);
  return JSON.stringify(shown.href);
}

/** The origin of a value that the environment does not give. */
function originOf(name: string, { DATA_DIR }: Config): string {
  if (name === 'ADMIN_TOKEN') return `kept in ${DATA_DIR}/operator.token`;
  if (name === 'CITY_SEED') return `the secret is kept in ${DATA_DIR}/secret`;
  if (name === 'DATABASE_URL') return `default: the embedded database in ${DATA_DIR}/postgres`;
  return 'default';
}
