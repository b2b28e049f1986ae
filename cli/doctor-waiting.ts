/** How long the oldest of what waits in a running city has waited. */
import type { Finding } from './finding.ts';
import { type City, healthOf } from './running-city.ts';

const name = 'Waiting';

/** What waits, as the engine names it and as the operator reads it; `tooLongMs`: then something does not work. */
const kinds: Readonly<Record<string, { readonly text: string; readonly tooLongMs: number }>> = {
  // The slowest service, inference, may take 300 s.
  service: { text: 'call of a global service', tooLongMs: 330_000 },
  sandbox: { text: 'run of code', tooLongMs: 60_000 },
  'sandbox.prepare': { text: 'sandbox to prepare', tooLongMs: 300_000 },
  'sandbox.remove': { text: 'sandbox to remove', tooLongMs: 300_000 },
  archive: { text: 'archiving under way', tooLongMs: 300_000 },
  // Tried again at every tick.
  archiving: { text: 'dead resident to archive', tooLongMs: 900_000 },
  // Residents may take their time.
  'connection approval': { text: 'connection request to decide', tooLongMs: Number.POSITIVE_INFINITY },
  journal: { text: 'turn to write', tooLongMs: 5_000 },
};

/** Nothing of what it finds keeps a city from starting. */
export async function checkWaiting(city: City): Promise<Finding> {
  const told = await healthOf(city);
  if (told.type === 'none') return { level: 'ok', name, detail: told.detail };
  if (told.type === 'silent') return { level: 'warn', name, detail: told.detail, advice: told.advice };
  const { oldest_uncommitted_ms: journal, oldest_waiting_ms: waiting } = told.health;
  return waitingFinding({ journal, ...waiting });
}

/** `oldestMs` by what waits. */
export function waitingFinding(oldestMs: Readonly<Record<string, number>>): Finding {
  const ages = Object.entries(oldestMs).filter(([, ms]) => ms > 0);
  if (ages.length === 0) return { level: 'ok', name, detail: 'nothing waits' };
  const detail = `oldest ${ages.map(([what, ms]) => `${kinds[what]?.text ?? what}: ${duration(ms)}`).join(', ')}`;
  const isLate = ages.some(([what, ms]) => ms > (kinds[what]?.tooLongMs ?? Number.POSITIVE_INFINITY));
  if (!isLate) return { level: 'ok', name, detail };
  const advice =
    "That is too long: the city's log says what fails (`an outside effect failed`), or look at the database.";
  return { level: 'warn', name, detail, advice };
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
