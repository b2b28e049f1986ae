/** The visitors of a run: one at a portal station with its program, and visitors who write souls. */
import type { Findings } from './checks/findings.ts';
import { type PortalOptions, PortalStation } from './portal-station.ts';
import { SeededRandom } from './seeded-random.ts';
import { SoulWriter, type WriterOptions } from './soul-writer.ts';

export interface VisitorsOptions
  extends Omit<PortalOptions, 'random'>,
    Pick<WriterOptions, 'city' | 'rate' | 'hasRoom' | 'join'> {
  readonly findings: Findings;
  readonly seed: number;
  /** How many visitors write souls. */
  readonly writers: number;
}

export class Visitors {
  readonly #station: PortalStation | undefined;
  readonly #writers: readonly SoulWriter[];
  readonly #findings: Findings;

  private constructor(station: PortalStation | undefined, writers: readonly SoulWriter[], findings: Findings) {
    this.#station = station;
    this.#writers = writers;
    this.#findings = findings;
  }

  /** Opens the station and the accounts, except those that a city refuses. */
  static async open({ seed, writers, findings, operatorToken, ...around }: VisitorsOptions): Promise<Visitors> {
    const station = await PortalStation.open({ ...around, operatorToken, random: new SeededRandom(seed) });
    const opened: SoulWriter[] = [];
    for (let index = 0; index < writers; index++) {
      const writer = await SoulWriter.open({ ...around, index, random: new SeededRandom(seed - 1 - index) });
      if (writer !== undefined) opened.push(writer);
    }
    return new Visitors(station, opened, findings);
  }

  /** Each lives until `silence`. */
  live(silence: AbortSignal): readonly Promise<void>[] {
    return [this.#station, ...this.#writers].flatMap((one) => (one === undefined ? [] : [one.live(silence)]));
  }

  /** Ends what waits for them, and reads all their notifications. */
  async close(): Promise<void> {
    await this.#station?.close();
    for (const writer of this.#writers) {
      await writer.close();
      if (!(await writer.readNotices()))
        this.#findings.add('unreachable', () => 'the notifications of a visitor could not be read');
    }
  }
}
