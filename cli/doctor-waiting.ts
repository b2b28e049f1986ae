/** Of `civitas doctor`: how long the oldest pending work of a running city has waited. */
import type { Finding } from './doctor-finding.ts';
import { type City, healthOf } from './running-city.ts';

const name = 'Waiting';

/** Names of pending work in the engine, with their names for the operator. */
const texts: Readonly<Record<string, string>> = {
  service: 'call of a global service',
  sandbox: 'run of code',
  'sandbox.prepare': 'sandbox to prepare',
  'sandbox.remove': 'sandbox to remove',
  archive: 'archiving under way',
  archiving: 'dead resident to archive',
  'connection approval': 'connection request to decide',
  journal: 'turn to write',
};

/** No finding of this check keeps a city from starting. */
export async function checkWaiting(city: City): Promise<Finding> {
  const told = await healthOf(city);
  if (told.type === 'none') return { level: 'ok', name, detail: told.detail };
  if (told.type === 'silent') return { level: 'warn', name, detail: told.detail, advice: told.advice };
  const { oldest_uncommitted_ms: journal, oldest_waiting_ms: waiting, waiting_too_long } = told.health;
  return waitingFinding({ journal, ...waiting }, waiting_too_long);
}

/** `oldestMs`: by what waits. `tooLong`: what the city calls late. */
function waitingFinding(oldestMs: Readonly<Record<string, number>>, tooLong: readonly string[]): Finding {
  const ages = Object.entries(oldestMs).filter(([, ms]) => ms > 0);
  if (ages.length === 0) return { level: 'ok', name, detail: 'nothing waits' };
  const detail = `oldest ${ages.map(([what, ms]) => `${texts[what] ?? what}: ${duration(ms)}`).join(', ')}`;
  if (tooLong.length === 0) return { level: 'ok', name, detail };
  const advice =
    "That is too long: the city's log says what fails (`an outside effect failed`), or look at the database.";
  return { level: 'warn', name, detail, advice };
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
