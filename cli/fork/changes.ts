/** What is changed in a fork before it goes on: settings, and commands out of a file. Each is a turn. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../client/wire.ts';
import { must } from '../../engine/assert.ts';
import type { Caller, UnnumberedCommand } from '../../engine/command.ts';
import { parseActorId } from '../../engine/ids.ts';
import { configOf, nameAndValue } from '../simulate/rules.ts';

/** Commands of one file. */
const commandsMax = 100_000;

const Line = z.strictObject({
  to: z.string(),
  caller: z.string().default('operator'),
  event: z.looseObject({ type: z.string() }),
});

/** Settings by name, in the units of the journal, out of `NAME=value`. Throws an error of one sentence. */
export function settingsOf(sets: readonly string[]): Readonly<Record<string, number>> {
  const given = Object.fromEntries(sets.map((set) => nameAndValue('--set', set, 'a fork')));
  const { rules } = configOf(given);
  return Object.fromEntries(Object.keys(given).map((name) => [name, must(rules[name], name)]));
}

/**
 * The commands of a file, a line of JSON each: `{"to":"resident:vera-7","caller":"operator","event":{"type":"...", ...}}`, as the journal
 * has them; an actor may be the caller. Throws an error of one sentence that names the line.
 */
export async function commandsIn(path: string): Promise<readonly UnnumberedCommand[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`--command ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`);
  });
  const lines = text.split('\n').map((line, n) => ({ line, at: `--command ${path}, line ${n + 1}` }));
  const full = lines.filter(({ line }) => line.trim() !== '');
  if (full.length > commandsMax) throw new Error(`--command ${path}: more than ${commandsMax} commands.`);
  return full.map(({ line, at }) => commandOf(line, at));
}

function commandOf(line: string, at: string): UnnumberedCommand {
  const { data, error } = Line.safeParse(jsonOf(line, at));
  if (data === undefined) {
    const [issue] = error.issues;
    throw new Error(`${at}: ${issue?.path.join('.') || 'it'}: ${issue?.message}.`);
  }
  const to = parseActorId(data.to);
  const caller = callerOf(data.caller);
  if (to === undefined || caller === undefined) throw new Error(`${at}: an actor is named like resident:vera-7.`);
  return { type: 'event', to, caller, event: data.event };
}

const callerOf = (text: string): Caller | undefined =>
  text === 'operator' || text === 'city' ? text : parseActorId(text);

function jsonOf(line: string, at: string): unknown {
  const value = parseJson(line);
  if (value === undefined) throw new Error(`${at}: it is not JSON.`);
  return value;
}
