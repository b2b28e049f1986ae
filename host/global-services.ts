/** Composition: the global services of this city, and what joins them to it and to each other. */
import { fileURLToPath } from 'node:url';
import type { EffectPerformers } from '../actors/effects.ts';
import { view } from '../actors/views.ts';
import type { Config } from '../config/settings.ts';
import { must } from '../engine/assert.ts';
import type { City } from '../engine/city-interface.ts';
import type { ContentHash } from '../engine/ids.ts';
import type { Events, Log } from '../engine/ports.ts';
import type { GlobalServices } from '../gateways/city/city-routes.ts';
import { ServiceCalls } from '../gateways/services/service-calls.ts';
import { gatewaySettings } from '../gateways/settings.ts';
import type { DataFolder } from '../persistence/data-folder.ts';
import type { DatabaseAddress } from '../persistence/postgres/connections.ts';
import { openServiceStorage } from '../persistence/postgres/service-storage.ts';
import { archivePerformer } from '../services/archiving.ts';
import type { OpenService, Service } from '../services/contract.ts';
import type { AwaitsEntries } from '../services/deceased.ts';
import { inferenceSettings } from '../services/inference/settings.ts';
import { servicesOf } from '../services/list.ts';
import { openServices } from '../services/open-services.ts';
import { chatModel } from './chat-model.ts';
import { hearingOf } from './hearing.ts';
import type { Lifecycle } from './lifecycle.ts';
import { systemClock } from './system-clock.ts';

/** The services of the list. Questions to the memory are answered by the models of inference, where the operator has named any. */
export const servicesIn = (config: Config, now: () => number, city: Pick<City, 'view'>): readonly Service[] =>
  servicesOf(config, now, chatModel(inferenceSettings(config, now)), awaitedIn(city));

/** The city says which entries of its dead are on their way (DD6). */
export const awaitedIn = (city: Pick<City, 'view'>): AwaitsEntries => ({
  isOnItsWay: async (resident) => {
    const viewed = await city.view(view('archiving', { resident }));
    if (viewed.type === 'refused') throw new Error(`the city does not say whose entry is on its way: ${viewed.code}`);
    return viewed.value.is_on_its_way;
  },
});

/** The gateways' side of the services, before the database is open: they answer `busy` until then. */
export function globalServices(
  config: Config,
  log: Log,
  folder: DataFolder,
  services: readonly Service[],
): GlobalServices {
  const offered = services.map(({ manifest, skill }) => {
    return { manifest, skill, pseudonymKey: folder.serviceSecret(manifest.id) };
  });
  const calls = new ServiceCalls({
    manifests: services.map(({ manifest }) => manifest),
    clock: systemClock,
    log,
    rateNamesMax: gatewaySettings(config).rateNamesMax,
    answerKeptBytesMax: config.SERVICE_ANSWER_KEPT_BYTES,
  });
  return { offered, calls };
}

/** What they are opened with. */
interface Ground {
  readonly folder: DataFolder;
  readonly address: DatabaseAddress;
  readonly events: Pick<Events, 'contents' | 'heard' | 'said' | 'stays'>;
}

/** Opens the services. Resolves to the performers of effects that charts ask of them. */
export async function openGlobalServices(
  life: Lifecycle,
  { folder, address, events }: Ground,
  services: readonly Service[],
  { calls }: GlobalServices,
): Promise<Pick<EffectPerformers, 'archive' | 'service'>> {
  const open = new Map<string, OpenService>();
  await life.start(
    () =>
      openServices(services, {
        storageOf: (id, migrations) => openServiceStorage(address, id, fileURLToPath(migrations)),
        secretOf: (id) => folder.serviceSecret(id),
        hearing: hearingOf(events),
        attach: (id, opened) => {
          calls.attach(id, opened.handlers);
          open.set(id, opened);
        },
      }),
    (close) => close(),
  );
  const archive = archivePerformer({
    textOf: async (hash: ContentHash) => must((await events.contents([hash])).get(hash), `the text ${hash}`),
    from: open.get('memory')?.memories,
    to: open.get('library-of-souls')?.entries,
  });
  return { archive, service: calls.performer() };
}
