/** Of `civitas doctor`: whether minds live in the city, how many, and whether their process keeps ending. */
import type { Config } from '../config/settings.ts';
import type { Finding } from './doctor-finding.ts';
import { type City, healthOf } from './running-city.ts';

const name = 'Minds';
/** Restarts of the process that are no sign of a fault. */
const startsUsual = 3;

type Settings = City & Pick<Config, 'MINDS' | 'MINDS_MAX'>;

/** The state of a running city; else what the settings mean. */
export async function checkMinds(config: Settings): Promise<Finding> {
  const told = await healthOf(config);
  if (told.type !== 'told') return { level: 'ok', name, detail: meant(config) };
  const { minds } = told.health;
  if (minds === null) return { level: 'ok', name, detail: 'none live in the city that runs (MINDS)' };
  const { is_running, starts, living, idle, waiting } = minds;
  const detail = `${living} residents are lived, ${waiting} wait for a mind; their process was started ${starts === 1 ? 'once' : `${starts} times`}`;
  if (is_running && starts <= startsUsual && idle > 0) return { level: 'warn', ...idleFinding(detail, idle) };
  if (is_running && starts <= startsUsual) return { level: 'ok', name, detail };
  const advice = "The city's log says how it ended (`the process of the minds has ended`) and what it complained of.";
  return { level: 'warn', name, detail: is_running ? detail : `${detail} and does not run now`, advice };
}

const idleFinding = (detail: string, idle: number) => ({
  name,
  detail: `${detail}; ${idle} of those minds do nothing`,
  advice:
    "The city's log names the first of them (`a mind does nothing`); `civitas mind --explain` with the token of one says why.",
});

const meant = ({ MINDS, MINDS_MAX }: Settings): string =>
  MINDS === 0
    ? 'none would live in a city started now (MINDS)'
    : `a city started now has minds for ${MINDS} founders, and for at most ${MINDS_MAX} residents at once`;
