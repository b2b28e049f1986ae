/** Code of a pod or a room: written, read back and run as a program. */
import type { Steady } from '../checks/change-tracker.ts';
import { fieldsOf } from '../client/wire.ts';
import type { Resident } from '../resident.ts';
import { filesOf, printedBy } from './service-code.ts';

/** Where code lies: a pod, or a room of a house. */
export interface CodePlace {
  version: number;
  readonly code: Steady;
}

/** The next version of the code, at a pod or in a room. `name`: what the place is called there. */
export async function writeCode(who: Resident, place: CodePlace, name: string): Promise<void> {
  const { works, chance } = who.at;
  const version = Math.max(place.version, 0) + 1 + chance.below(3);
  const files = filesOf(version);
  place.code.begin();
  const outcome = await who.do('write code', `/v1/workshops/${name}/code`, { files });
  // Of two that write at once the later is in force, and which that was is not known; the next write mends it.
  const wasAlone = place.code.end();
  if (outcome.type === 'unknown' || (outcome.type === 'done' && !wasAlone)) place.version = -1;
  if (outcome.type !== 'done') return;
  if (wasAlone) place.version = version;
  works.count('writes');
  works.expect(`code written at ${name}`, fieldsOf(outcome.body), {
    entry: 'index.js',
    files: Object.keys(files).sort(),
  });
}

/** Reads the code back. */
export async function readCode(who: Resident, place: CodePlace, name: string): Promise<void> {
  const { version, code } = place;
  const { moment } = code;
  const outcome = await who.ask('read code', `/v1/workshops/${name}/code`);
  if (outcome.type !== 'done' || version <= 0 || code.moment !== moment) return;
  who.at.works.expect(`code read at ${name}`, fieldsOf(outcome.body), { files: filesOf(version) });
}

/** Runs the code as a program. */
export async function runCode(who: Resident, place: CodePlace, name: string): Promise<void> {
  const { works, findings } = who.at;
  const { version, code } = place;
  const { moment } = code;
  const outcome = await who.do('run', `/v1/workshops/${name}/run`, {});
  if (outcome.type === 'refused' && outcome.code === 'sandbox_unavailable') works.count('without sandbox');
  if (outcome.type !== 'done') return;
  works.count('runs');
  const body = fieldsOf(outcome.body);
  const printed = body['exit_code'] === 0 && body['stdout'] === printedBy(version);
  // A machine that is too busy may end a run: that it did not print then says nothing about the city.
  if (code.moment === moment && version > 0 && !printed && body['timed_out'] !== true)
    findings.add('code_differs', () => `version ${version} at ${name} ran as ${JSON.stringify(body)}`);
}
