/** `civitas why`: what led to an event, turn by turn, until what began it; and how an account came to what it has. */
import { kinds } from '../actors/index.ts';
import { MomentFinder, NotInThePast } from '../engine/commit/moments.ts';
import { type AccountId, parseActorId } from '../engine/ids.ts';
import type { History } from '../engine/ports.ts';
import { type AccountHistory, accountHistory } from '../engine/why/balances.ts';
import { type Asked, type Chain, causesOf } from '../engine/why/causes.ts';
import { OtherVersion, TracedTurns } from '../engine/why/traced-turns.ts';
import type { Traced } from '../gateways/portal/routes/why.ts';
import { codeVersion } from '../host/code-version.ts';
import { accountLines, whyLines } from '../research/past/why-text.ts';
import { momentOf, secretOf, withHistory, withPastFolder } from './past-folder.ts';
import { printable, printableLines } from './printable.ts';

export interface WhyOptions {
  readonly data?: string;
  /** Of an account: the moment at which it is looked at; unset: now. */
  readonly at?: string;
  readonly format: string;
  readonly links: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const linksMax = 1_000;
const askedForm = /^(turn:)?([0-9]{1,15})$/;
const accountForm = /^account:(.+)$/;

/** The answer, a line each. Throws an error of one sentence for whatever cannot be told. */
export async function why(env: Env, what: string, { format, ...options }: WhyOptions): Promise<readonly string[]> {
  if (format !== 'text' && format !== 'json') throw new Error(`--format ${format}: there are text and json.`);
  const account = accountForm.exec(what)?.[1];
  if (account !== undefined) {
    const history = await historyOf(env, accountId(account), options);
    return format === 'json' ? jsonLines(history) : accountLines(history).map(printable);
  }
  if (options.at !== undefined) throw new Error('--at is for an account (account:resident:vera-7).');
  const chain = await chainOf(env, what, options);
  return format === 'json' ? jsonLines(chain) : whyLines(chain).map(printable);
}

const jsonLines = (told: Chain | AccountHistory): readonly string[] => [printableLines(JSON.stringify(told, null, 2))];

/** The same for `host/traces.ts`, which reads it: why it cannot be told is an answer too, where the past is the reason and no failure. */
export async function answerWhy(env: Env, what: string, options: Omit<WhyOptions, 'format'>): Promise<Traced> {
  try {
    return { type: 'traced', chain: await chainOf(env, what, options) };
  } catch (cause) {
    if (cause instanceof NotInThePast) return { type: 'absent', why: cause.message };
    if (cause instanceof OtherVersion) return { type: 'untraceable', why: cause.message };
    throw cause;
  }
}

async function chainOf(env: Env, what: string, { data, links }: Omit<WhyOptions, 'format'>): Promise<Chain> {
  const [asked, linksMax] = [askedOf(what), linksOf(links)];
  return withTurns(env, data, (turns) => causesOf(turns, asked, linksMax));
}

async function historyOf(
  env: Env,
  account: AccountId,
  { data, links, at }: Omit<WhyOptions, 'format'>,
): Promise<AccountHistory> {
  const [turnsMax, moment] = [linksOf(links), at === undefined ? undefined : momentOf('--at', at, new Date())];
  return withTurns(env, data, async (turns, history) => {
    const finder = await MomentFinder.of(history);
    const { turn } = moment === undefined ? { turn: finder.newestTurn } : await finder.find(moment);
    return accountHistory(turns, account, turn, turnsMax);
  });
}

const withTurns = <T>(
  env: Env,
  data: string | undefined,
  work: (turns: TracedTurns, history: History) => Promise<T>,
): Promise<T> =>
  withPastFolder(env, data, (folder) =>
    withHistory(folder, (history) =>
      work(new TracedTurns({ history, kinds, secret: secretOf(folder), code: codeVersion() }), history),
    ),
  );

function linksOf(text: string): number {
  if (/^[0-9]{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= linksMax) return Number(text);
  throw new Error(`--links ${text}: not a whole number from 1 to ${linksMax}.`);
}

function accountId(text: string): AccountId {
  if (text === 'treasury' || text === 'escrow') return text;
  const id = parseActorId(text);
  if (id !== undefined) return id;
  throw new Error(`account:${text}: give an actor (account:resident:vera-7), account:treasury or account:escrow.`);
}

/** `9000`, the seq of an event, or `turn:9000`. Throws an error of one sentence for anything else. */
export function askedOf(text: string): Asked {
  const [whole, isTurn, number] = askedForm.exec(text) ?? [];
  if (whole === undefined)
    throw new Error(
      `${text}: give the seq of an event (9000), a turn (turn:9000) or an account (account:resident:vera-7).`,
    );
  return isTurn === undefined ? { type: 'event', seq: Number(number) } : { type: 'turn', turn: Number(number) };
}
