/** What the events of several charts have in common: who acts, facts, sites. */
import { type Site, siteOf } from '../../../actors/rules/place/endpoint.ts';
import { readConfig } from '../../../config/settings.ts';
import { contentHash } from '../../../engine/ids.ts';
import { wholeUpkeeps } from '../../whole-upkeeps.ts';

const settings = readConfig(wholeUpkeeps).rules;
export const facts = (tick: number, rest: Readonly<Record<string, unknown>> = {}) => ({
  facts: { tick, at: 1_000 * tick, settings, ...rest },
});
export const said = facts(3, { message: 'msg_one' });
export const soul = contentHash('a soul');
export const [ada, bo] = ['ada-1', 'bo-2'];

export const nowhere: Site = siteOf({ image: () => undefined, count: () => 0, settings }, 'nowhere');
export const site = (place: string, rest: Partial<Site> = {}): Site => ({
  ...nowhere,
  place,
  status: 'open',
  connections: 1,
  connectionsMax: 4,
  price: 6_000,
  ...rest,
});
export const inn = site('inn', { representative: ada });
export const full = site('inn', { representative: ada, connections: 4 });
export const fresh = { request: 'req_new', exit: 'exit_new' };
export const link = (from: string) => ({
  from,
  bidirectional: true,
  visibility: 'visible',
  entrance: null,
  wayBack: null,
  access: { type: 'public', allowed: [] },
});
