/** The life of a resident, walked. */
import { z } from 'zod';
import type { Birth } from '../../actors/kinds/resident/base.ts';
import { resident } from '../../actors/kinds/resident/index.ts';
import { homeOf, innerPlace } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { present } from './facts.ts';
import { defineModel } from './kind-model.ts';
import { den } from './resident-asking.ts';
import {
  type At,
  burn,
  credits,
  diesTick,
  isDying,
  isHome,
  type Life,
  lifespan,
  type ResidentVariants,
} from './resident-base.ts';
import { bornInCore, residentCore } from './resident-core.ts';
import { residentLife } from './resident-life.ts';
import { residentMentoring } from './resident-mentoring.ts';
import { residentPods } from './resident-pods.ts';
import { residentPortals } from './resident-portals.ts';
import { residentServices } from './resident-services.ts';
import { residentSocial } from './resident-social.ts';
import { menteeTokens, residentTokens } from './resident-tokens.ts';
import { residentWays } from './resident-ways.ts';
import { residentWork } from './resident-work.ts';
import { residentYoung } from './resident-young.ts';
import type { Shown, Stage } from './stage.ts';

/** What others see of the dead, and that the dead see nothing. */
async function shownDead({ stage, self }: Life): Promise<Shown> {
  const passport = await (await stage.witness()).get(`/v1/residents/${self.id}/passport`);
  return { ...passport, answered: await self.refusalOf('/v1/me') };
}

const Passport = z.looseObject({ legacy: z.looseObject({}), discovery: z.looseObject({}) });

async function shown(life: Life): Promise<Shown> {
  const isRefused = (await life.self.refusalOf('/v1/me')) !== undefined;
  const { legacy, discovery, ...rest } = Passport.parse(
    isRefused ? await shownDead(life) : await life.self.get('/v1/me'),
  );
  return { ...rest, ...legacy, ...discovery };
}

/** Identity, legacy and discovery; of the dead their cause, of the living where they are and when they die. */
function foretold(at: At, life: Life): Shown {
  const { state, context } = at;
  const real = (name: string) => life.names.get(name) ?? name;
  const always = {
    id: life.self.id,
    state,
    heir: context.heir === null ? null : life.friend.id,
    library_contribution: context.library?.title ?? null,
    known_locations: context.knownLocations.map(real),
    known_exits: context.knownExits.map(real),
  };
  if (state === 'dead') return { ...always, status: 'dead', death_cause: context.cause, answered: 'resident_dead' };
  return {
    ...always,
    status: 'alive',
    death_cause: null,
    location: real(context.location),
    burn_per_tick: life.burn / 1000,
    dies_tick: isDying(at) ? life.stage.tick + 1 : diesTick(life),
  };
}

const input: Birth = {
  id: 'self',
  name: 'Self',
  framework: 'default',
  soul: contentHash(''),
  token: '',
  mentor: null,
  generation: 0,
  credits: credits * 1000,
  lifespan,
  facts: present,
};

const inCore = 'born in a core container';

/** What founders go through is not walked once more with those who were born in a core container, but for what leads further there. */
const alsoInCores: ReadonlySet<string> = new Set(['shuts down', 'comes to its last tick', 'makes a friend its heir']);

const ofFounders: ResidentVariants = {
  ...residentLife,
  ...residentWork,
  ...residentPods,
  ...residentServices,
  ...residentWays,
  ...residentMentoring,
  ...residentTokens,
  ...residentSocial,
  ...residentPortals,
};

const walkedByFounders = Object.fromEntries(
  Object.entries(ofFounders).map(([name, variant]) => {
    const when = (at: At) => (at.context.origin === undefined || alsoInCores.has(name)) && (variant.when?.(at) ?? true);
    return [name, { ...variant, when }];
  }),
);

const founded = (stage: Stage) => stage.found('Self', { credits, lifespanTicks: lifespan });

export const residentModel = defineModel({
  kind: resident,
  births: {
    'founded resident': { ...input },
    [inCore]: {
      ...input,
      mentor: 'friend',
      origin: { soul: '000000000001', soulId: 'soul_1', visitor: 'vis-1', core: true },
    },
  },
  project: ({ state, context }) =>
    [
      state,
      isHome({ state, context }) ? 'home' : 'out',
      context.heir === null ? '' : 'heir',
      context.cause ?? '',
      context.origin?.core === true ? 'core' : '',
    ].join(' '),
  variants: { ...walkedByFounders, ...residentCore, ...residentYoung, ...menteeTokens },
  begin: async (stage, birth): Promise<Life> => {
    const friend = await stage.found('Friend', { credits: 1_000, lifespanTicks: 288 });
    const self = birth === inCore ? await bornInCore(stage, friend, lifespan) : await founded(stage);
    await friend.post('/v1/legacy/bequeath', { heir: self.id });
    const names = new Map([
      [homeOf('self'), homeOf(self.id)],
      [homeOf('friend'), homeOf(friend.id)],
      [innerPlace(homeOf('friend'), den), innerPlace(homeOf(friend.id), den)],
    ]);
    return { name: self.id, stage, self, friend, bornTick: stage.tick, names, burn };
  },
  shown,
  foretold,
});
