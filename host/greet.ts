/** What is logged and printed once the city is open. */
import type { Config } from '../config/settings.ts';
import type { CityEngine } from '../engine/city.ts';
import type { Log } from '../engine/ports.ts';
import type { DataFolder } from '../persistence/data-folder.ts';
import type { Sandbox } from '../sandbox/interface.ts';
import { greeting } from './banner.ts';
import { livingFounders, nobodyLives } from './founding/founders.ts';
import type { Gateways } from './gateways.ts';

/** Logs and prints where the city is and how to come in. */
export async function greet(
  config: Config,
  log: Log,
  city: CityEngine,
  folder: DataFolder,
  sandbox: Sandbox,
  { cityPort, portalPort }: Gateways,
): Promise<void> {
  const { tick, actors } = city.health;
  log.info({ cityPort, portalPort, tick, actors }, 'the city is open');
  const founders = await livingFounders(city, folder);
  const about = {
    host: config.HOST,
    cityPort,
    portalPort,
    sandbox: (await sandbox.about()).sandbox,
    operatorTokenFile: config.ADMIN_TOKEN === undefined ? folder.operatorTokenFile : null,
    founders,
    minds: config.MINDS,
    comeBack: config.REFOUND === 1 && config.TICK_CRON !== 'manual' && (await nobodyLives(city)),
  };
  process.stdout.write(greeting(about));
}
