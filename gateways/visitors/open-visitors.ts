/** Puts together everything that a gateway needs for visitors. */
import type { City } from '../../engine/city-interface.ts';
import type { Clock } from '../../engine/ports.ts';
import type { RefusedTokens } from '../limits/refused-tokens.ts';
import type { GatewaySettings } from '../settings.ts';
import { Accounts } from './accounts.ts';
import type { Credentials } from './credentials.ts';
import { FailedLogins } from './failed-logins.ts';
import { Passwords } from './passwords.ts';
import { Sessions } from './sessions.ts';

export interface VisitorsOptions {
  readonly city: City;
  readonly credentials: Credentials;
  readonly refusedTokens: RefusedTokens;
  readonly settings: GatewaySettings;
  readonly networkKey: string;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
}

export interface Visitors {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
}

export function openVisitors({
  city,
  credentials,
  refusedTokens,
  settings,
  networkKey,
  clock,
}: VisitorsOptions): Visitors {
  const now = () => clock.now();
  const sessions = new Sessions({ city, credentials, refusedTokens, settings, now });
  const passwords = new Passwords(settings);
  const failedLogins = new FailedLogins(settings, () => clock.elapsed());
  return {
    sessions,
    accounts: new Accounts({ city, credentials, passwords, sessions, failedLogins, networkKey, now }),
  };
}
