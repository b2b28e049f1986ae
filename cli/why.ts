/** `civitas why`: what led to an event, turn by turn, until a command, a tick or an answer from outside. */
import { kinds } from '../actors/index.ts';
import { NotInThePast } from '../engine/commit/moments.ts';
import { type Asked, type Chain, causesOf } from '../engine/why/causes.ts';
import { OtherVersion, TracedTurns } from '../engine/why/traced-turns.ts';
import type { Traced } from '../gateways/portal/routes/actors.ts';
import { codeVersion } from '../host/code-version.ts';
import { whyLines } from '../research/past/why-text.ts';
import { secretOf, withHistory, withPastFolder } from './past-folder.ts';

export interface WhyOptions {
  readonly data?: string;
  readonly format: string;
  readonly links: string;
}

const linksMax = 1_000;
const askedForm = /^(turn:)?([0-9]{1,15})$/;

/** The answer, a line each. Throws an error of one sentence for whatever cannot be told. */
export async function why(
  env: Readonly<Record<string, string | undefined>>,
  what: string,
  { data, format, links }: WhyOptions,
): Promise<readonly string[]> {
  if (format !== 'text' && format !== 'json') throw new Error(`--format ${format}: there are text and json.`);
  const chain = await chainOf(env, what, { links, ...(data !== undefined && { data }) });
  return format === 'json' ? [JSON.stringify(chain, null, 2)] : whyLines(chain);
}

/** The same for `host/traces.ts`, which reads it: why it cannot be told is an answer too, where that is of the past and not of a failure. */
export async function answerWhy(
  env: Readonly<Record<string, string | undefined>>,
  what: string,
  options: Omit<WhyOptions, 'format'>,
): Promise<Traced> {
  try {
    return { type: 'traced', chain: await chainOf(env, what, options) };
  } catch (cause) {
    if (cause instanceof NotInThePast) return { type: 'absent', why: cause.message };
    if (cause instanceof OtherVersion) return { type: 'untraceable', why: cause.message };
    throw cause;
  }
}

function chainOf(
  env: Readonly<Record<string, string | undefined>>,
  what: string,
  { data, links }: Omit<WhyOptions, 'format'>,
): Promise<Chain> {
  const asked = askedOf(what);
  if (!/^[0-9]{1,4}$/.test(links) || Number(links) < 1 || Number(links) > linksMax)
    throw new Error(`--links ${links}: not a whole number from 1 to ${linksMax}.`);
  return withPastFolder(env, data, (folder) =>
    withHistory(folder, (history) => {
      const turns = new TracedTurns({ history, kinds, secret: secretOf(folder), code: codeVersion() });
      return causesOf(turns, asked, Number(links));
    }),
  );
}

/** `9000`, the seq of an event, or `turn:9000`. Throws an error of one sentence for anything else. */
export function askedOf(text: string): Asked {
  const [whole, isTurn, number] = askedForm.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text}: give the seq of an event (9000) or a turn (turn:9000).`);
  return isTurn === undefined ? { type: 'event', seq: Number(number) } : { type: 'turn', turn: Number(number) };
}
