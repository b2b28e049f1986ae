/**
 * When ticks come by themselves.
 *
 * TP1  At speed 1 they come when `TICK_CRON` says.
 * TP2  At another speed one comes after each gap between the next two ticks of `TICK_CRON`, divided by the speed, counted on a clock that
 *      does not jump. The next is not begun before the last has ended, and what is missed meanwhile is not made up (K6).
 */
import { performance } from 'node:perf_hooks';
import { type ScheduledTask, schedule } from 'node-cron';
import { must } from '../engine/assert.ts';
import type { TickSpeed } from '../gateways/tick-speed.ts';

/** The longest wait that a timer of Node knows. */
const timerMsMax = 2 ** 31 - 1;

/** Ticks at one speed, from one change of it to the next. */
interface Run {
  timer?: NodeJS.Timeout;
}

export class TickPace {
  readonly #timetable: ScheduledTask;
  readonly #speed: TickSpeed;
  readonly #tick: () => Promise<void>;
  readonly #forget: () => void;
  #run: Run = {};

  /** Begins. `tick` must not reject. */
  constructor(timetable: string, speed: TickSpeed, tick: () => Promise<void>) {
    this.#speed = speed;
    this.#tick = tick;
    this.#timetable = schedule(timetable, () => {
      if (speed.factor === 1) void tick();
    });
    this.#forget = speed.onChange(() => this.#begin());
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#forget();
    this.#end();
    await this.#timetable.stop();
  }

  #begin(): void {
    this.#end();
    if (this.#speed.factor !== 1) this.#wait(this.#run, performance.now() + this.#gapMs());
  }

  #end(): void {
    clearTimeout(this.#run.timer);
    this.#run = {};
  }

  #wait(run: Run, due: number): void {
    const leftMs = due - performance.now();
    const next = () => (leftMs > timerMsMax ? this.#wait(run, due) : void this.#come(run, due));
    run.timer = setTimeout(next, Math.min(leftMs, timerMsMax));
  }

  async #come(run: Run, due: number): Promise<void> {
    await this.#tick();
    if (run !== this.#run) return;
    const gapMs = this.#gapMs();
    const gaps = Math.ceil((performance.now() - due) / gapMs);
    this.#wait(run, due + Math.max(1, gaps) * gapMs);
  }

  /** Milliseconds from one tick to the next. */
  #gapMs(): number {
    const [first, second] = this.#timetable.getNextRuns(2);
    return (
      (must(second, 'a tick after the next').getTime() - must(first, 'a next tick').getTime()) / this.#speed.factor
    );
  }
}
