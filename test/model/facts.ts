/** Facts as charts get them, for what a walk foretells: a city at its first tick, places with room and nobody to ask. */

import type { Link } from '../../actors/kinds/connection/messages.ts';
import { openToAll } from '../../actors/rules/place/access.ts';
import type { Site } from '../../actors/rules/place/endpoint.ts';
import { commons } from '../../actors/rules/place/names.ts';
import type { LinkEnd } from '../../actors/rules/workshops/deploy-rules.ts';
import { readConfig } from '../../config/settings.ts';
import { wholeUpkeeps } from '../whole-upkeeps.ts';

/** How the city of the walks is set: what it has room for can be filled. */
export const cityEnv = {
  ...wholeUpkeeps,
  MINDS: '0',
  VISITORS_MAX: '300',
  SOULS_WAITING_MAX: '40',
  SOULS_PER_NETWORK_MAX: '30',
  SOUL_WAITS_TICKS: '24',
  TOKEN_MISSED_TICKS: '1',
};

export const { rules } = readConfig(cityEnv);
export const present = { tick: 0, at: 0, settings: rules };

/** A place as an end of a connection. */
export const site = (rest: Partial<Site> = {}): Site => ({
  place: commons,
  status: 'open',
  representative: null,
  owner: null,
  connections: 0,
  connectionsMax: 2,
  keepsOne: false,
  price: 2_000,
  ...rest,
});

/** A connection that a deploy asks for. */
export const link = (from: string = commons): Link => ({
  from,
  bidirectional: true,
  visibility: 'visible',
  entrance: null,
  wayBack: null,
  access: openToAll,
});

export const linkEnd = (rest: Partial<Site> = {}): LinkEnd => ({
  site: site(rest),
  reserved: null,
  isVisible: true,
  request: 'req_1',
  exit: 'exit_1',
});
