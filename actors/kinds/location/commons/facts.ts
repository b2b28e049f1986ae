/** What the Commons must know to decide, beyond what it keeps and hears (T6). */
import type { Facts } from '../../../../engine/actor-kind.ts';
import { nameOf } from '../../../../engine/ids.ts';
import type { Heard } from '../../../facts.ts';
import { indexes } from '../../../indexes.ts';
import type { EventRules } from '../../../kind-declaration.ts';
import { imageOf } from '../../../registry.ts';
import { type FrameworkFound, frameworkFound } from '../../../rules/birth/framework-terms.ts';
import { nextSoul } from '../../../rules/birth/soul-queue.ts';
import { visitorsOf } from '../../../rules/people/visitor-capacity.ts';
import { frameworkActor, placeActor } from '../../../rules/place/names.ts';
import { isInUse } from '../../../rules/place/states.ts';
import { jobsToPost } from '../../../rules/work/public-works-budget.ts';
import { setting } from '../../../rules/workshops/tiers.ts';
import type { Building, BuildingFound } from '../building.ts';
import type { CommonsInbox } from '../messages.ts';

export interface CommonsFound {
  /** `known`: the visitor that has registered by this login already. */
  readonly register_visitor: { readonly number: number; readonly known: string | null; readonly visitors: number };
  /** `site`: the named place, if it exists. */
  readonly register_station: {
    readonly number: number;
    readonly site: 'unknown' | 'ended' | 'open';
    readonly stations: number;
  };
  readonly found: { readonly number: number; readonly framework: FrameworkFound | null };
  readonly publish_framework: { readonly isTaken: boolean };
  /** Identifiers for the jobs that the city can pay now, one each. */
  readonly 'works.due': { readonly jobs: readonly string[] };
  /** `isQueueEmpty`: no soul waits that could be adopted. */
  readonly 'soul.due': {
    readonly number: number;
    readonly soul: string;
    readonly isQueueEmpty: boolean;
    readonly framework: FrameworkFound | null;
  };
}

export type CommonsEvent = Heard<CommonsInbox & Building, CommonsFound & BuildingFound>;

/** Millicredits in escrow that are not for public works: rewards, fees, prices and gifts of residents and visitors. */
function heldForOthers(facts: Facts): number {
  const forWorks = facts.count(indexes.publicWorks, 'standing') * setting(facts.settings, 'PUBLIC_WORK_REWARD');
  return Math.max(0, facts.balance('escrow') - forWorks);
}

function worksDue(facts: Facts): CommonsFound['works.due'] {
  const count = jobsToPost(facts.settings, {
    living: facts.count(indexes.status, 'alive'),
    treasury: facts.balance('treasury'),
    surplus: facts.surplus() + heldForOthers(facts),
    open: facts.count(indexes.publicWorks, 'open'),
  });
  return { jobs: Array.from({ length: count }, () => facts.mint('job')) };
}

export const commonsEvents: Pick<EventRules<'location', CommonsFound>, keyof Omit<CommonsInbox, 'enter'>> = {
  register_visitor: {
    command: true,
    facts: (facts, _self, { login }) => {
      const known = facts.members(indexes.login, login, 1)[0];
      const visitors = visitorsOf(facts);
      return { number: facts.number(), known: known === undefined ? null : nameOf(known), visitors };
    },
  },
  found: {
    command: true,
    facts: (facts, _self, { framework }) => ({ number: facts.number(), framework: frameworkFound(facts, framework) }),
  },
  register_station: {
    command: true,
    facts: (facts, _self, { location }) => {
      const site = imageOf(facts, placeActor(location));
      return {
        number: facts.number(),
        site: site === undefined ? 'unknown' : isInUse(site) ? 'open' : 'ended',
        stations: facts.count(indexes.stationsAt, location),
      };
    },
  },
  publish_framework: {
    command: true,
    facts: (facts, _self, { id }) => ({ isTaken: imageOf(facts, frameworkActor(id)) !== undefined }),
  },
  'containers.available': { command: false, caller: 'city' },
  'works.due': { command: false, caller: 'city', facts: worksDue },
  'soul.due': {
    command: false,
    caller: 'city',
    facts: (facts, _self, { framework }) => ({
      number: facts.number(),
      soul: facts.mint('soul'),
      isQueueEmpty: nextSoul(facts) === null,
      framework: frameworkFound(facts, framework),
    }),
  },
};
