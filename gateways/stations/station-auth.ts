/** Authentication of portal stations: by SHA-256 of their token, which the city looks up as it does a resident's. */

import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import { type ActorId, actorId } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { RefusedTokens } from '../limits/refused-tokens.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { tokenHash } from '../route/auth.ts';

/** The station that calls. */
export interface Station {
  readonly type: 'station';
  readonly id: string;
  readonly actor: ActorId<'portal-station'>;
  /** As far as the city knows. */
  readonly isActive: boolean;
}

/** Undefined for a station that uses its own name in the path (PS7). */
export const otherThan = ({ id: own }: Station, named: string): Refused | undefined =>
  own === named ? undefined : refused('foreign_station', { station: named, own });

const tokenForm = /^sta_[A-Za-z0-9_-]{43}$/;

export class Stations {
  readonly #city: City;
  readonly #refusedTokens: RefusedTokens;

  constructor(city: City, refusedTokens: RefusedTokens) {
    this.#city = city;
    this.#refusedTokens = refusedTokens;
  }

  /** The station of this token, by the view `station_token`. A token of no station counts against `address`. */
  async station(token: string, address: string): Promise<Station | Refused> {
    const found = tokenForm.test(token) ? await this.#lookUp(tokenHash(token)) : undefined;
    return found ?? this.#refusedTokens.count(address) ?? refused('unauthorized', { wanted: 'station' });
  }

  async #lookUp(hash: string): Promise<Station | Refused | undefined> {
    const viewed = await this.#city.view(view('station_token', { hash }));
    if (viewed.type === 'refused') return viewed.code === 'not_found' ? undefined : viewed;
    const { id, status } = viewed.value;
    return { type: 'station', id, actor: actorId('portal-station', id), isActive: status === 'active' };
  }
}
