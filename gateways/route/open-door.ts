/** What the checks of one gateway need, made when it is opened. */
import type { City } from '../../engine/city-interface.ts';
import type { Clock, Log } from '../../engine/ports.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import type { RefusedTokens } from '../limits/refused-tokens.ts';
import type { GatewaySettings } from '../settings.ts';
import { Stations } from '../stations/station-auth.ts';
import type { Sessions } from '../visitors/sessions.ts';
import { Authenticator } from './auth.ts';
import { Cursors } from './cursor.ts';
import type { Door, OnRefused } from './request.ts';

export interface DoorOptions {
  readonly city: City;
  readonly settings: GatewaySettings;
  /** Shared by both gateways. */
  readonly refusedTokens: RefusedTokens;
  /** SHA-256 of the operator's token, base64url (J7). */
  readonly operatorTokenHash: string;
  /** Key with which cursors of lists are signed. */
  readonly cursorKey: string;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly log: Log;
  /** Hears what is refused to callers that are known before the city is asked; unset where nobody keeps it. */
  readonly onRefused?: OnRefused;
}

/** `sessions`: of visitors; unset where there are no routes for visitors. */
export function openDoor(options: DoorOptions, sessions?: Sessions): Door {
  const { settings, city, refusedTokens, clock, log } = options;
  const elapsed = () => clock.elapsed();
  const limit = (perMinute: number) => new RateLimit(perMinute, settings.rateNamesMax, elapsed);
  return {
    city,
    settings,
    log,
    refusedTokens,
    authenticator: new Authenticator(city, options.operatorTokenHash, refusedTokens, settings, elapsed),
    cursors: new Cursors(options.cursorKey),
    residentLimit: limit(settings.residentRatePerMinute),
    ownLimitRequests: limit(settings.residentRatePerMinute),
    stations: new Stations(city, refusedTokens),
    sessions,
    visitorLimit: limit(settings.visitorRatePerMinute),
    stationLimit: limit(settings.stationRatePerMinute),
    stationOwnLimit: limit(settings.stationRatePerMinute),
    anonymousWrites: limit(settings.anonymousWritesPerMinute),
    anonymousLooks: limit(settings.anonymousLooksPerMinute),
    onRefused: options.onRefused,
  };
}
