/**
 * Which portal stations are heard of. Heartbeats stay here (G9); the city is told only that a station has fallen silent, or is heard of
 * again (PS5). A station counts as heard of when it is registered, and when a gateway that was just started sees it first.
 */
import { command } from '../../actors/registry.ts';
import { stationActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Clock, Log } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Cameras } from './cameras.ts';
import type { Station } from './stations.ts';

export interface HeartbeatOptions {
  readonly city: City;
  readonly cameras: Cameras;
  readonly settings: Pick<GatewaySettings, 'stationSilentMs'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly log: Log;
}

const sweepMsMax = 5_000;
const pageNames = 1_000;

export class Heartbeats {
  readonly #options: HeartbeatOptions;
  /** Station -> when it was heard of last, on the clock's `elapsed`; of those that stand. */
  readonly #heard = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #isSweeping = false;
  /** Those of whom pictures are kept, as one text. */
  #kept: string | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    const ms = Math.min(sweepMsMax, options.settings.stationSilentMs / 4);
    this.#timer = setInterval(() => void this.sweep(), ms).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** A station that was just registered. */
  expect(station: string): void {
    this.#heard.set(station, this.#options.clock.elapsed());
  }

  /** A heartbeat; refused when the city cannot take in that an inactive station is heard of again. */
  async heard({ id, actor, isActive }: Station): Promise<Refused | undefined> {
    this.expect(id);
    if (isActive) return undefined;
    const outcome = await this.#options.city.submit(command(actor, { type: 'heard' }, { caller: 'city' }));
    return outcome.type === 'refused' ? outcome : undefined;
  }

  /** Tells the city who has fallen silent, and forgets what is closed. Never rejects: what fails is done by the next one. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    try {
      await this.#look();
    } catch (cause) {
      this.#options.log.debug({ cause: String(cause) }, 'portal stations could not be looked after');
    } finally {
      this.#isSweeping = false;
    }
  }

  async #look(): Promise<void> {
    const { city, clock, settings } = this.#options;
    const before = clock.now();
    const active = await this.#named('active');
    const inactive = await this.#named('inactive');
    if (active === undefined || inactive === undefined) return;
    for (const id of active) {
      const last = this.#heard.get(id) ?? clock.elapsed();
      this.#heard.set(id, last);
      if (clock.elapsed() - last >= settings.stationSilentMs)
        await city.submit(command(stationActor(id), { type: 'silent' }, { caller: 'city' }));
    }
    await this.#forgetClosed([...active, ...inactive], before);
  }

  async #forgetClosed(stand: readonly string[], before: number): Promise<void> {
    const { cameras } = this.#options;
    const names = new Set(stand);
    // One that was registered since then is not among them, and is seen first by the next sweep.
    for (const id of this.#heard.keys()) if (!names.has(id)) this.#heard.delete(id);
    const kept = stand.join(' ');
    if (kept === this.#kept) return;
    await cameras.keepOnly(stand, before);
    this.#kept = kept;
  }

  /** The stations of this state; undefined while the city is not open. */
  async #named(state: 'active' | 'inactive'): Promise<readonly string[] | undefined> {
    const names: string[] = [];
    for (;;) {
      const args = { state, limit: pageNames, after: names.at(-1) ?? null };
      const viewed = await this.#options.city.view(view('station_names', args));
      if (viewed.type === 'refused') return undefined;
      const { items } = viewed.value;
      names.push(...items);
      if (items.length < pageNames) return names;
    }
  }
}
