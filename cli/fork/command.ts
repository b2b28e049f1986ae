/** `civitas fork`: a data folder with the city as it was at a moment, changed or not, that goes on from there. The city is only read. */
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { indexes } from '../../actors/indexes.ts';
import type { Settings } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { UnnumberedCommand } from '../../engine/command.ts';
import type { Opened } from '../../engine/commit/past.ts';
import type { Batch, Journal } from '../../engine/ports.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { codeVersion } from '../../host/code-version.ts';
import { systemClock } from '../../host/system-clock.ts';
import type { DatabaseAddress } from '../../persistence/postgres/connections.ts';
import type { CopiedTable } from '../../persistence/postgres/copying.ts';
import { checkpointOfBase, copyServices, copyUntil } from '../../persistence/postgres/forking.ts';
import type { PostgresHistory } from '../../persistence/postgres/history.ts';
import { openPersistence } from '../../persistence/postgres/persistence.ts';
import type { Driven } from '../../research/past/policies-drive.ts';
import { RecordedDrive, type RefusedNow } from '../../research/past/recorded-drive.ts';
import { Timeline } from '../../research/past/timeline.ts';
import { stateHash } from '../../research/runs/state-hash.ts';
import { servicesOf } from '../../services/list.ts';
import { momentOf, type PastFolder, secretOf, stateAt, withHistory, withPastFolder } from '../past-folder.ts';
import type { Patience } from '../simulate/watched-thread.ts';
import { commandsIn, settingsOf } from './changes.ts';
import { type Drive, type DriveOptions, driveOf } from './drive.ts';
import { ForkFolder } from './folder.ts';
import { interventionsIn } from './note.ts';
import { impatient, liveInThread } from './thread.ts';

export interface ForkOptions extends DriveOptions {
  readonly data?: string;
  readonly at: string;
  readonly out: string;
  readonly set: readonly string[];
  /** A file of commands. */
  readonly command?: string;
  /** `none`, or `now`: what global services keep is copied. */
  readonly services?: string;
  /** With policies that do not answer. */
  readonly patience?: Patience;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What came of it. */
export interface Forked {
  /** The turn after which it was forked, and the last that it has. */
  readonly at: number;
  readonly turn: number;
  readonly stateHash: string;
  /** Turns that were not in the city: settings and commands that were given, also to the fork from which it was forked. */
  readonly interventions: readonly number[];
  readonly refused: readonly RefusedNow[];
  /** The turn of the record from which on another version of the code made it, so that names given since may mean another actor. */
  readonly untranslatedFrom?: number;
  /** Rows of global services, as of now. */
  readonly services?: readonly CopiedTable[];
  /** Where policies drove it. */
  readonly driven?: Driven;
}

/** Throws an error of one sentence, with nothing changed, for whatever cannot be done. */
export async function fork(env: Env, options: ForkOptions): Promise<Forked> {
  const { data, at, out } = options;
  const moment = momentOf('--at', at, new Date());
  const drive = await driveOf(options);
  const { services = 'none' } = options;
  if (services !== 'none' && services !== 'now') throw new Error(`--services ${services}: there are none and now.`);
  const settings = settingsOf(options.set);
  const commands = options.command === undefined ? [] : await commandsIn(options.command);
  return withPastFolder(env, data, (parent) =>
    withHistory(parent, async (history) => {
      const { state, opened } = await stateAt(parent, history, moment);
      if (opened.wanted !== undefined)
        throw new Error(
          `Another version of the code made turn ${opened.wanted}: this one can fork at the end of its batch, turn:${opened.turn}.`,
        );
      const folder = await ForkFolder.open(out, secretOf(parent), pino({ level: 'warn', base: null }));
      const how = { drive, settings, ...(options.patience && { patience: options.patience }) };
      try {
        const forking = new Forking(parent, history, state, opened);
        const copied = services === 'now' ? await forking.copyServices(folder) : undefined;
        const run = await forking.run(folder.address, changesOf(state, settings, commands), how);
        const forked = { ...run, ...(copied && { services: copied }) };
        await folder.complete({ id: folder.id, ...aboutDrive(drive), settings, ...aboutOf(parent, opened, forked) });
        return forked;
      } catch (cause) {
        await folder.discard();
        throw cause;
      }
    }),
  );
}

function changesOf(
  { counters }: CityState,
  settings: Readonly<Record<string, number>>,
  commands: readonly UnnumberedCommand[],
): readonly UnnumberedCommand[] {
  if (Object.keys(settings).length === 0) return commands;
  return [{ type: 'settings.changed', settings: { ...counters.settings, ...settings } }, ...commands];
}

const aboutDrive = (drive: Drive) => {
  if (drive.type === 'recorded') return { drive: drive.type, without: drive.without };
  if (drive.type === 'none') return { drive: drive.type };
  const { type, policy, seed, ticks } = drive;
  const { name, file } = policy;
  return { drive: type, policy: name, ...(file && { policy_sha256: file.sha256 }), seed, ticks };
};

const aboutOf = ({ config }: PastFolder, { batch }: Opened, forked: Forked) => ({
  parent: { data: config.DATA_DIR, batch, turn: forked.at },
  code: codeVersion(),
  turn: forked.turn,
  state_hash: forked.stateHash,
  interventions: forked.interventions,
  refused: forked.refused,
  services:
    forked.services === undefined
      ? { as_of: 'none' }
      : {
          ...{ as_of: 'now', know_the_future: true },
          rows: Object.fromEntries(forked.services.map(({ name, rows }) => [name, rows])),
        },
  ...(forked.driven && { acts: { applied: forked.driven.applied, refused: forked.driven.refused } }),
});

interface HowToGoOn extends Pick<ForkOptions, 'patience'> {
  readonly drive: Drive;
  /** Those that it was given, which stay whatever its record says. */
  readonly settings: Settings;
}

class Forking {
  readonly #parent: PastFolder;
  readonly #history: PostgresHistory;
  readonly #state: CityState;
  readonly #opened: Opened;

  constructor(parent: PastFolder, history: PostgresHistory, state: CityState, opened: Opened) {
    this.#parent = parent;
    this.#history = history;
    this.#state = state;
    this.#opened = opened;
  }

  async run(address: DatabaseAddress, changes: readonly UnnumberedCommand[], how: HowToGoOn): Promise<Forked> {
    const at = await this.#lastAt();
    const forked = await this.#write(address, changes, how, at);
    if (how.drive.type !== 'policies') return forked;
    const written = {
      ...{ address, secret: secretOf(this.#parent), settings: this.#state.counters.settings, at },
      living: this.#state.index(indexes.status).count('alive'),
    };
    const driven = await liveInThread(written, how.drive, how.patience);
    return { ...forked, turn: driven.turn, stateHash: driven.stateHash, driven };
  }

  /** With what its record brings, but without policies. */
  async #write(
    address: DatabaseAddress,
    changes: readonly UnnumberedCommand[],
    { drive, settings }: HowToGoOn,
    lastAt: number,
  ): Promise<Forked> {
    const persistence = await openPersistence({ address, code: codeVersion() });
    try {
      await persistence.lease.acquire();
      await this.#copy(address, persistence.journal);
      const { batch, turn: at } = this.#opened;
      const timeline = new Timeline({
        ...{ state: this.#state, journal: impatient(persistence.journal), lastBatch: batch, at: lastAt },
        ...{ clock: systemClock, log: pino({ level: 'warn', base: null }) },
      });
      const interventions = intervene(timeline, changes, at);
      const record = await this.#record(timeline, changes.length > 0, drive, settings);
      if (drive.type === 'recorded') await this.#drive(record);
      await timeline.end();
      must(await persistence.bases.make(), 'a base of the fork');
      await checkpointOfBase(address, timeline.lastBatch);
      const { state } = timeline;
      const earlier = interventionsIn(this.#parent.config.DATA_DIR, at);
      const { refusals: refused, untranslatedFrom } = record;
      return {
        ...{ at, turn: state.counters.turn, stateHash: stateHash(state), refused },
        interventions: [...earlier, ...interventions, ...record.interventions],
        ...(untranslatedFrom !== undefined && { untranslatedFrom }),
      };
    } finally {
      await persistence.close();
    }
  }

  /** What global services keep now. */
  copyServices(folder: ForkFolder): Promise<readonly CopiedTable[]> {
    const { config, server } = this.#parent;
    folder.takeServiceSecrets(config.DATA_DIR);
    const kept = servicesOf(config, Date.now).flatMap(({ manifest: { id }, migrations }) =>
      migrations === undefined ? [] : [{ id, migrations: fileURLToPath(migrations) }],
    );
    return copyServices(server.address, folder.address, kept);
  }

  /** Whole batches are copied; of the last one, what was run again is written. */
  async #copy(address: DatabaseAddress, journal: Journal): Promise<void> {
    const { batch, ran } = this.#opened;
    const { turn, seq, completedTick: tick } = this.#state.counters;
    const whole = ran.length === 0 ? batch : batch - 1;
    await copyUntil(this.#parent.server.address, address, { batch: whole, turn, seq, tick });
    const [first] = ran;
    if (first === undefined) return;
    const images = new Map(ran.flatMap((sealed) => [...sealed.images]));
    const accounts = new Map(ran.flatMap((sealed) => [...sealed.accounts]));
    const none = { events: [], followings: [], keys: [], contents: [], departed: [] } as const;
    const row: Batch = {
      ...{ batch, firstTurn: first.turn, counters: this.#state.counters, ...none },
      ...{ commands: ran.map((sealed) => sealed.command), actors: [...images.values()], accounts: [...accounts] },
    };
    must((await journal.append(row)) === 'durable' || undefined, 'the lease of a database of its own');
  }

  /** The time of the turn at which it is forked. */
  async #lastAt(): Promise<number> {
    const row = await this.#history.row(this.#opened.batch);
    return row?.commands.findLast(({ turn }) => turn <= this.#opened.turn)?.at ?? this.#state.counters.tickAt;
  }

  /** Where something is changed, names are given in another order: a state of its own is needed, by which they are translated. */
  async #record(timeline: Timeline, isChanged: boolean, drive: Drive, settings: Settings): Promise<RecordedDrive> {
    if (drive.type !== 'recorded') return new RecordedDrive({ timeline, settings });
    const { without } = drive;
    if (!isChanged && without.length === 0) return new RecordedDrive({ timeline, settings });
    const { turn } = this.#opened;
    const { state } = await stateAt(this.#parent, this.#history, { type: 'turn', turn });
    return new RecordedDrive({ timeline, settings, without, record: state });
  }

  /** What came after it. */
  async #drive(drive: RecordedDrive): Promise<void> {
    const { batch, turn } = this.#opened;
    const last = (await this.#history.extent())?.last ?? batch;
    for await (const { code, commands } of this.#history.read(batch - 1, last)) {
      const coming = commands.filter((command) => command.turn > turn);
      if (coming[0] !== undefined && code !== codeVersion()) drive.endTranslation(coming[0].turn);
      for (const command of coming) await drive.submit(command);
    }
    const [missed] = drive.notLeftOut;
    if (missed !== undefined)
      throw new Error(
        `--without ${missed}: nothing came from outside in that turn after turn ${turn} that could be left out.`,
      );
  }
}

/** The turns that they became. Throws when one is refused. */
function intervene(timeline: Timeline, changes: readonly UnnumberedCommand[], at: number): readonly number[] {
  return changes.map((command) => {
    const refusal = timeline.run({ ...command, intervention: true });
    if (refusal === undefined) return timeline.state.counters.turn;
    const what = command.type === 'event' ? `${command.event.type} to ${command.to}` : command.type;
    throw new Error(`The city refuses ${what} after turn ${at}: ${refusal.code} ${JSON.stringify(refusal.context)}.`);
  });
}

const refusalsNamed = 20;

/** The report, a line each. */
export function reportOf(
  { at, turn, stateHash: hash, interventions, refused, untranslatedFrom, driven, services }: Forked,
  out: string,
): readonly string[] {
  const acts = driven && [...Object.entries(driven.refused)].map(([code, times]) => `${code} ${times}`).join(', ');
  const named = refused
    .slice(0, refusalsNamed)
    .map(({ turn: was, type, to, code }) => `  turn ${was}: ${type}${to === null ? '' : ` to ${to}`}: ${code}`);
  return [
    `forked after turn ${at}; it has ${turn} turns`,
    `state ${hash}`,
    ...(interventions.length === 0 ? [] : [`interventions: turns ${interventions.join(', ')}`]),
    ...(driven === undefined ? [] : [`policies: ${driven.applied} acts; refused: ${acts || 'none'}`]),
    ...(services === undefined ? [] : [futureKnown(services, at)]),
    ...(untranslatedFrom === undefined
      ? []
      : [
          `From turn ${untranslatedFrom} on another version of the code made the record: names given since then are not translated.`,
        ]),
    ...(refused.length === 0 ? [] : [`${refused.length} of what came from outside are refused now:`, ...named]),
    `Start it with its clock, sandbox and minds at rest: DATA_DIR=${out} TICK_CRON=manual SANDBOX=off MINDS=0 node cli/civitas.js start`,
  ];
}

const futureKnown = (services: readonly CopiedTable[], at: number): string => {
  const rows = services.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of global services are as they are now: they know the future, what came after turn ${at}`;
};
