/**
 * Says what led to something by `civitas answer-why`; in which states actors were after a turn, and who was in one, by `civitas
 * answer-machines` and `civitas answer-actors`; turns of an actor by `civitas answer-turns`: processes of their own with a low priority
 * that read the database. The city itself does nothing for it but to wait; what it has noted of its newest turns
 * (`research/observation/newest-traces.ts`) is asked first.
 *
 * WY3  One at a time is asked, few wait, and each has an end: whoever comes when they are full is told so.
 */
import { type ExecFileException, execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Asked, Chain } from '../engine/why/causes.ts';
import type {
  ActorTurnsAsked,
  PastActorsAsked,
  PastActorsOutcome,
  PastCharts,
  PastMachinesOutcome,
  PastTurnsOutcome,
} from '../gateways/portal/routes/past-machines.ts';
import type { Trace, Traced } from '../gateways/portal/routes/why.ts';

const program = fileURLToPath(new URL('../cli/civitas.js', import.meta.url));
/** Those that wait for one that is being answered. */
const waitingMax = 4;
/** Milliseconds that one may take, from when it begins. */
const tracedMsMax = 60_000;
const answerBytesMax = 16 * 1024 * 1024;
const niceness = 10;
/** Answers about charts that are kept: what was does not change any more. */
const answersKeptMax = 64;

/** Why a question was not answered. */
type Untold = { readonly type: 'untraceable'; readonly why: string } | { readonly type: 'busy' };

interface TracesOptions {
  /** Asked first: what led to something, where it is kept in memory; undefined: it is not. */
  readonly newest?: (asked: Asked, linksMax: number) => Promise<Chain | undefined>;
  /** The data folder that the processes read; unset: that of the settings. */
  readonly data?: string;
  /** Unset: the processes. */
  readonly answer?: Trace;
  readonly charts?: PastCharts;
  readonly tracedMsMax?: number;
}

export class Traces implements PastCharts {
  readonly #newest: TracesOptions['newest'];
  readonly #answer: Trace;
  readonly #charts: PastCharts;
  readonly #machines = new LRUCache<number, PastMachinesOutcome>({ max: answersKeptMax });
  readonly #actors = new LRUCache<string, PastActorsOutcome>({ max: answersKeptMax });
  readonly #msMax: number;
  readonly #stopping = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;

  constructor(options: TracesOptions = {}) {
    const { newest, data, tracedMsMax: msMax = tracedMsMax } = options;
    const { answer = answerInProcess(data), charts = chartsInProcess(data) } = options;
    this.#newest = newest;
    this.#answer = answer;
    this.#charts = charts;
    this.#msMax = msMax;
  }

  readonly trace: Trace = async (asked, linksMax, gone) => {
    const chain = this.#newest === undefined ? undefined : await this.#newest(asked, linksMax);
    if (chain !== undefined) return { type: 'traced', chain };
    return this.#inLine((signal) => this.#answer(asked, linksMax, signal), gone);
  };

  async machinesAt(turn: number, gone: AbortSignal): Promise<PastMachinesOutcome> {
    const kept = this.#machines.get(turn);
    if (kept !== undefined) return kept;
    const outcome = await this.#inLine((signal) => this.#charts.machinesAt(turn, signal), gone);
    if (outcome.type === 'opened') this.#machines.set(turn, outcome);
    return outcome;
  }

  async actorsAt(turn: number, asked: PastActorsAsked, gone: AbortSignal): Promise<PastActorsOutcome> {
    const name = JSON.stringify([turn, asked]);
    const kept = this.#actors.get(name);
    if (kept !== undefined) return kept;
    const outcome = await this.#inLine((signal) => this.#charts.actorsAt(turn, asked, signal), gone);
    if (outcome.type === 'opened') this.#actors.set(name, outcome);
    return outcome;
  }

  turnsOf(asked: ActorTurnsAsked, gone: AbortSignal): Promise<PastTurnsOutcome> {
    return this.#inLine((signal) => this.#charts.turnsOf(asked, signal), gone);
  }

  /** Ends what is being answered; those who wait are told `busy`. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#last;
  }

  async #inLine<Answer>(answer: (signal: AbortSignal) => Promise<Answer>, gone: AbortSignal): Promise<Answer | Untold> {
    if (this.#open > waitingMax || this.#stopping.signal.aborted) return { type: 'busy' };
    this.#open++;
    const mine = this.#last.then(() => this.#next(answer, gone)).finally(() => this.#open--);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #next<Answer>(answer: (signal: AbortSignal) => Promise<Answer>, gone: AbortSignal): Promise<Answer | Untold> {
    const late = AbortSignal.timeout(this.#msMax);
    const signal = AbortSignal.any([gone, this.#stopping.signal, late]);
    if (signal.aborted) return { type: 'busy' };
    const told = await answer(signal);
    if (!signal.aborted) return told;
    const why = `It was not found within ${this.#msMax / 1_000} s. Ask for fewer turns, or ask \`civitas why\`, which has no end.`;
    return late.aborted ? { type: 'untraceable', why } : { type: 'busy' };
  }
}

const run = promisify(execFile);

/** The JSON that a command prints. It has the settings of this process, so it finds the same database. */
function printed(order: readonly string[], signal: AbortSignal): Promise<string> {
  const running = run(process.execPath, [program, ...order], { signal, maxBuffer: answerBytesMax });
  const { pid } = running.child;
  if (pid !== undefined) setPriority(pid, niceness);
  return running.then(({ stdout }) => stdout);
}

const ofFolder = (data: string | undefined): readonly string[] => (data === undefined ? [] : ['--data', data]);

const answerInProcess =
  (data: string | undefined): Trace =>
  (asked, linksMax, signal) => {
    const what = asked.type === 'turn' ? `turn:${asked.turn}` : String(asked.seq);
    const order = ['answer-why', what, '--links', String(linksMax), ...ofFolder(data)];
    return printed(order, signal).then(tracedIn, notTraced);
  };

const tracedIn = (json: string): Traced => JSON.parse(json);

const chartsInProcess = (data: string | undefined): PastCharts => ({
  machinesAt: (turn, signal) =>
    printed(['answer-machines', `turn:${turn}`, ...ofFolder(data)], signal).then(machinesIn, notTraced),
  actorsAt: (turn, asked, signal) =>
    printed(['answer-actors', `turn:${turn}`, JSON.stringify(asked), ...ofFolder(data)], signal).then(
      actorsIn,
      notTraced,
    ),
  turnsOf: (asked, signal) =>
    printed(['answer-turns', JSON.stringify(asked), ...ofFolder(data)], signal).then(turnsIn, notTraced),
});

const turnsIn = (json: string): PastTurnsOutcome => JSON.parse(json);
const machinesIn = (json: string): PastMachinesOutcome => JSON.parse(json);
const actorsIn = (json: string): PastActorsOutcome => JSON.parse(json);

const notTraced = ({ code, message, stderr = '' }: ExecFileException): Untold => ({
  type: 'untraceable',
  why:
    String(code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
      ? `It is longer than ${answerBytesMax} bytes: ask for fewer turns.`
      : stderr.trim() || message,
});
