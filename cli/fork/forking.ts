/** Makes a fork: copies the city up to its moment, changes it, lets its record or policies go on, and leaves a base of its end. */
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
import { RecordedDrive } from '../../research/past/recorded-drive.ts';
import { Timeline } from '../../research/past/timeline.ts';
import { stateHash } from '../../research/runs/state-hash.ts';
import { servicesOf } from '../../services/list.ts';
import { type PastFolder, secretOf, stateAt } from '../past-folder.ts';
import type { Drive } from './drive.ts';
import type { ForkFolder } from './folder.ts';
import type { Forked } from './forked.ts';
import type { BegunFork } from './kept-fork.ts';
import { interventionsIn } from './note.ts';
import { impatient } from './thread.ts';

interface HowToGoOn {
  readonly drive: Drive;
  /** Those that it was given, which stay whatever its record says. */
  readonly settings: Settings;
}

/** A fork that policies can enter. */
type ReadyFork = Pick<BegunFork, 'forked' | 'written' | 'batch'>;

export class Forking {
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

  /** With what its record brings, but without policies. */
  async write(address: DatabaseAddress, changes: readonly UnnumberedCommand[], how: HowToGoOn): Promise<ReadyFork> {
    const at = await this.#lastAt();
    const forked = await this.#write(address, changes, how, at);
    const { settings } = this.#state.counters;
    const living = this.#state.index(indexes.status).count('alive');
    return { forked, written: { secret: secretOf(this.#parent), settings, at, living }, batch: this.#opened.batch };
  }

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
    const postings = ran.flatMap((sealed) => sealed.postings);
    const none = { events: [], followings: [], keys: [], contents: [], departed: [] } as const;
    const row: Batch = {
      ...{ batch, firstTurn: first.turn, counters: this.#state.counters, ...none },
      ...{ commands: ran.map((sealed) => sealed.command), actors: [...images.values()], accounts: [...accounts] },
      ...(postings.length > 0 && { postings }),
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
    const what = `${command.type === 'event' ? `${command.event.type} to ${command.to}` : command.type} after turn ${at}`;
    const refusal = carriedOut(timeline, command, what);
    if (refusal === undefined) return timeline.state.counters.turn;
    throw new Error(`The city refuses ${what}: ${refusal.code} ${JSON.stringify(refusal.context)}.`);
  });
}

/** What no gateway has checked may be of a form that no chart expects. */
function carriedOut(timeline: Timeline, command: UnnumberedCommand, what: string): ReturnType<Timeline['run']> {
  try {
    return timeline.run({ ...command, intervention: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The city cannot carry out ${what}, which is not of the form that it knows: ${why}.`, { cause });
  }
}
