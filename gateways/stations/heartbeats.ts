/**
 * Heartbeats of portal stations. They are kept here (G9); the city hears only that a station has fallen silent, or sends heartbeats again
 * (PS5). A registration counts as a heartbeat, and so does a station's first check after a restart.
 */
import { command } from '../../actors/registry.ts';
import { stationActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import type { ViewRequest } from '../../engine/command.ts';
import type { Clock, Log } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Cameras } from './cameras.ts';
import type { Station } from './station-auth.ts';

export interface HeartbeatOptions {
  readonly city: City;
  readonly cameras: Cameras;
  readonly settings: Pick<GatewaySettings, 'stationSilentMs'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly log: Log;
}

interface Names {
  readonly items: readonly string[];
}

const sweepMsMax = 5_000;
const pageNames = 1_000;

export class Heartbeats {
  readonly #options: HeartbeatOptions;
  /** Station -> time of its last heartbeat, on the clock's `elapsed`; for stations that are not closed. */
  readonly #heard = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #isSweeping = false;
  /** The stations and notes whose pictures are kept, as one text. */
  #kept: string | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    const ms = Math.min(sweepMsMax, options.settings.stationSilentMs / 4);
    this.#timer = setInterval(() => void this.sweep(), ms).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** A station was registered. */
  expect(station: string): void {
    this.#heard.set(station, this.#options.clock.elapsed());
  }

  /** A heartbeat; refused when the city cannot record that an inactive station is active again. */
  async heard({ id, actor, isActive }: Station): Promise<Refused | undefined> {
    this.expect(id);
    if (isActive) return undefined;
    const outcome = await this.#options.city.submit(command(actor, { type: 'heard' }, { caller: 'city' }));
    return outcome.type === 'refused' ? outcome : undefined;
  }

  /** Reports silent stations to the city, and forgets closed ones. Never rejects: the next sweep repeats what has failed. */
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
    const pictures = await this.#names((page) => view('picture_names', page));
    if (active === undefined || inactive === undefined || pictures === undefined) return;
    for (const id of active) {
      const last = this.#heard.get(id) ?? clock.elapsed();
      this.#heard.set(id, last);
      if (clock.elapsed() - last >= settings.stationSilentMs)
        await city.submit(command(stationActor(id), { type: 'silent' }, { caller: 'city' }));
    }
    await this.#forgetClosed([...active, ...inactive], pictures, before);
  }

  async #forgetClosed(stand: readonly string[], pictures: readonly string[], before: number): Promise<void> {
    const { cameras } = this.#options;
    const names = new Set(stand);
    // A station that was registered meanwhile is not among them, and is seen by the next sweep.
    for (const id of this.#heard.keys()) if (!names.has(id)) this.#heard.delete(id);
    const kept = [...stand, ...pictures];
    if (kept.join(' ') === this.#kept) return;
    await cameras.keepOnly(kept, before);
    this.#kept = kept.join(' ');
  }

  /** The stations in this state; undefined while the city is not open. */
  #named(state: 'active' | 'inactive'): Promise<readonly string[] | undefined> {
    return this.#names((page) => view('station_names', { state, ...page }));
  }

  async #names(
    pageOf: (page: { readonly limit: number; readonly after: string | null }) => ViewRequest<Names>,
  ): Promise<readonly string[] | undefined> {
    const names: string[] = [];
    for (;;) {
      const viewed = await this.#options.city.view(pageOf({ limit: pageNames, after: names.at(-1) ?? null }));
      if (viewed.type === 'refused') return undefined;
      const { items } = viewed.value;
      names.push(...items);
      if (items.length < pageNames) return names;
    }
  }
}
