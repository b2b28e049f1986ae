/** `civitas diff`: where two cities part, which may each be a data folder, a database or what `civitas simulate` has left. */
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { nestingOf, parseJson } from '../client/wire.ts';
import { isPostgresUrl } from '../config/units.ts';
import type { JournalCommand } from '../engine/command.ts';
import type { PostgresHistory } from '../persistence/postgres/history.ts';
import {
  type ComparedEvent,
  differences,
  differingFigures,
  eventsByTick,
  type FiguresByTick,
  figuresOf,
  isRecord,
  type Parting,
  partingOf,
} from '../research/past/city-differences.ts';
import { journaledCommands } from '../research/past/journaled-commands.ts';
import { withHistory, withPastFolder } from './past-folder.ts';
import { printable } from './printable.ts';
import { withoutPassword } from './simulate/database.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** One of the two. */
interface Side {
  readonly name: string;
  events(): AsyncIterable<ComparedEvent>;
  /** `ticks.csv` of a run; undefined for a data folder. */
  readonly figures: FiguresByTick | undefined;
  readonly history: PostgresHistory | undefined;
  readonly manifest: unknown;
}

/** Lines of figures that are printed, and characters of an event. */
const linesMax = 20;
const eventCharsMax = 600;
/** Objects and lists within each other. */
const nestingMax = 200;

/** The report, a line each. Throws an error of one sentence where one of the two is neither. */
export function diff(env: Env, one: string, other: string): Promise<readonly string[]> {
  return withSide(env, one, (a) => withSide(env, other, async (b) => (await compare(a, b)).map(printable)));
}

async function withSide<T>(env: Env, path: string, work: (side: Side) => Promise<T>): Promise<T> {
  if (existsSync(join(path, 'events.jsonl.gz'))) return work(await runIn(path));
  // Two databases cannot be meant by one variable.
  const { DATABASE_URL: _, ...own } = env;
  const isUrl = isPostgresUrl(path);
  const [name, settings, data] = isUrl
    ? [withoutPassword(path), { ...own, DATABASE_URL: path }, undefined]
    : [path, own, path];
  return withPastFolder(settings, data, (folder) =>
    withHistory(folder, (history) => {
      const events = () => history.events(0, Number.MAX_SAFE_INTEGER);
      return work({ name, events, figures: undefined, history, manifest: undefined });
    }),
  );
}

async function runIn(path: string): Promise<Side> {
  const text = (name: string) =>
    readFile(join(path, name), 'utf8').catch((cause: unknown) => {
      throw new Error(`${path} is no whole run: ${cause instanceof Error ? cause.message : String(cause)}.`);
    });
  return {
    name: path,
    events: () => eventsIn(join(path, 'events.jsonl.gz')),
    figures: figuresOf(await text('ticks.csv')),
    history: undefined,
    manifest: jsonOf(await text('manifest.json'), join(path, 'manifest.json')),
  };
}

/** Of a file that may be anybody's: deeper than this, what compares and writes values would overflow the stack. */
function jsonOf(text: string, file: string): unknown {
  if (nestingOf(text) > nestingMax) throw new Error(`${file}: it has values nested deeper than ${nestingMax}.`);
  return parseJson(text);
}

/** The lines of a run, as `research/runs/event-log.ts` writes them. */
async function* eventsIn(file: string): AsyncIterable<ComparedEvent> {
  const input = createReadStream(file).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const fields = jsonOf(line, file);
    const event = isRecord(fields) ? fields['event'] : undefined;
    if (!isRecord(fields) || !isRecord(event) || !Array.isArray(fields['audience']))
      throw new Error(`${file}: a line is no event.`);
    yield { seq: Number(event['seq']), audience: fields['audience'].map(String), json: JSON.stringify(event) };
  }
}

async function compare(one: Side, other: Side): Promise<readonly string[]> {
  const parting = await partingOf(one.events(), other.events());
  const [a, b] =
    one.figures !== undefined && other.figures !== undefined
      ? [one.figures, other.figures]
      : [await eventsByTick(one.events()), await eventsByTick(other.events())];
  const figures = differingFigures(a, b);
  if (parting === undefined && figures.length === 0) return ['Nothing differs.'];
  const more = figures.length - linesMax;
  return [
    ...(parting === undefined ? ['No event differs, figures do.'] : partingLines(parting, one, other)),
    ...(await why(one, other)),
    ...(figures.length === 0 ? [] : [`figures that differ, of ${one.name} | of ${other.name}:`]),
    ...figures.slice(0, linesMax),
    ...(more > 0 ? [`and ${more} more ticks`] : []),
  ];
}

const shown = (event: ComparedEvent | undefined): string => cut(event?.json);
const cut = (json: string | undefined): string => {
  if (json === undefined) return 'nothing, it has ended before';
  return json.length > eventCharsMax ? `${json.slice(0, eventCharsMax)}…` : json;
};

function partingLines({ seq, one, other, fields }: Parting, { name: a }: Side, { name: b }: Side): readonly string[] {
  const differing = fields.length === 0 ? [] : [`differing: ${fields.join(', ')}`];
  return [`They part at event ${seq}.`, `${a}: ${shown(one)}`, `${b}: ${shown(other)}`, ...differing];
}

/** What of two runs differs from the beginning; of two data folders the first turn that was another. */
async function why(one: Side, other: Side): Promise<readonly string[]> {
  if (one.history !== undefined && other.history !== undefined)
    return differingCommand(journaledCommands(one.history), journaledCommands(other.history), one.name, other.name);
  if (one.manifest === undefined || other.manifest === undefined) return [];
  const paths = differences(one.manifest, other.manifest, '').filter(
    (path) => path !== 'command_line' && !path.endsWith('.origin'),
  );
  const found = paths.map((path) => `${path} (${saidAt(one.manifest, path)} | ${saidAt(other.manifest, path)})`);
  return [
    found.length === 0 ? 'why: their manifests say nothing' : `why: their manifests differ in ${found.join(', ')}`,
  ];
}

/** What stands at a path, as text. */
function saidAt(value: unknown, path: string): string {
  const found = path.split('.').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
  return typeof found === 'string' ? found : (JSON.stringify(found) ?? 'none');
}

async function differingCommand(
  one: AsyncIterable<JournalCommand>,
  other: AsyncIterable<JournalCommand>,
  a: string,
  b: string,
): Promise<readonly string[]> {
  const [left, right] = [one[Symbol.asyncIterator](), other[Symbol.asyncIterator]()];
  for (let [x, y] = [await left.next(), await right.next()]; ; ) {
    // One of the two was pruned further.
    while (x.done !== true && y.done !== true && x.value.turn < y.value.turn) x = await left.next();
    while (x.done !== true && y.done !== true && y.value.turn < x.value.turn) y = await right.next();
    const [mine, theirs] = [x.done === true ? undefined : x.value, y.done === true ? undefined : y.value];
    if (mine === undefined && theirs === undefined) return ['why: every command is the same'];
    // A fork has its commands' fields in another order.
    if (!isDeepStrictEqual(mine, theirs)) {
      const text = (command: JournalCommand | undefined) => cut(JSON.stringify(command));
      return [
        `why: turn ${mine?.turn ?? theirs?.turn} is the first that differs`,
        `${a}: ${text(mine)}`,
        `${b}: ${text(theirs)}`,
      ];
    }
    [x, y] = [await left.next(), await right.next()];
  }
}
