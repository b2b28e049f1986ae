/** Code of a pod or a room: written, read back and run as a program. */

import { read, says } from '../../client/answers.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { ReadCode, Run, WrittenCode } from '../../gateways/answers/code.ts';
import type { ChangeTracker } from '../checks/change-tracker.ts';
import type { Resident } from '../resident.ts';
import { expectedOutput, serviceFiles } from './service-code.ts';

/** A place that has code: a pod, or a room of a house. */
export interface CodePlace {
  version: number;
  readonly codeChanges: ChangeTracker;
}

/** Writes the next version of the code of a pod or a room. `name`: the name of the place in its route. */
export async function writeCode(who: Resident, place: CodePlace, name: string): Promise<void> {
  const { expectedState, random } = who.context;
  const version = Math.max(place.version, 0) + 1 + random.integerBelow(3);
  const files = serviceFiles(version);
  place.codeChanges.beginChange();
  const outcome = await who.post('write code', `/v1/workshops/${name}/code`, { files });
  // Of two concurrent writes the later is in force, and which one that was is not known; after the next write it is known again.
  const wasAlone = place.codeChanges.endChange();
  if (outcome.type === 'unknown' || (outcome.type === 'done' && !wasAlone)) place.version = -1;
  if (outcome.type !== 'done') return;
  if (wasAlone) place.version = version;
  expectedState.countAct('writes');
  expectedState.checkAnswer<AnswerOf<typeof WrittenCode>>(`code written at ${name}`, outcome.body, {
    entry: 'index.js',
    files: Object.keys(files).sort(),
  });
}

/** Reads the code back. */
export async function readCode(who: Resident, place: CodePlace, name: string): Promise<void> {
  const { version, codeChanges } = place;
  const { revision } = codeChanges;
  const outcome = await who.get('read code', `/v1/workshops/${name}/code`);
  if (outcome.type !== 'done' || version <= 0 || codeChanges.revision !== revision) return;
  who.context.expectedState.checkAnswer<AnswerOf<typeof ReadCode>>(`code read at ${name}`, outcome.body, {
    files: serviceFiles(version),
  });
}

/** Runs the code as a program. */
export async function runCode(who: Resident, place: CodePlace, name: string): Promise<void> {
  const { expectedState, findings } = who.context;
  const { version, codeChanges } = place;
  const { revision } = codeChanges;
  const outcome = await who.post('run', `/v1/workshops/${name}/run`, {});
  if (outcome.type === 'refused' && outcome.code === 'sandbox_unavailable') expectedState.countAct('without sandbox');
  if (outcome.type !== 'done') return;
  expectedState.countAct('runs');
  const body = read<AnswerOf<typeof Run>>(outcome.body);
  const printed = says(body.exit_code, 0) && says(body.stdout, expectedOutput(version));
  // A busy machine may end a run: a run that did not print then proves nothing about the city.
  if (codeChanges.revision === revision && version > 0 && !printed && !says(body.timed_out, true))
    findings.add('code_differs', () => `version ${version} at ${name} ran as ${JSON.stringify(body)}`);
}
