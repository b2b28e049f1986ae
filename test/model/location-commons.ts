/** The Commons, walked: where the operator and visitors bring new things into the city. */
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { LocationEvent } from '../../actors/kinds/location/facts.ts';
import type { LocationContext } from '../../actors/kinds/location/messages.ts';
import { commons, commonsExit, homeOf, innerPlace, locationActor } from '../../actors/rules/place/names.ts';
import { foundingPath } from '../../client/founding-request.ts';
import { contentHash } from '../../engine/ids.ts';
import { addRoom } from './building.ts';
import { present, rules } from './facts.ts';
import { frameworkBody, frameworksPath, publish, soul } from './framework.ts';
import type { Situation, Variants } from './kind-model.ts';
import { sow, sown, sowsNext } from './sowing.ts';
import type { Refusal, Resident, Stage } from './stage.ts';

export interface Life {
  readonly name: string;
  readonly stage: Stage;
  /** Owner of the house; for the Commons anyone. */
  readonly owner: Resident;
}

export type At = Situation<LocationContext>;
export type Said<Type extends LocationEvent['type']> = Extract<LocationEvent, { type: Type }>;

const tooLong = (rules['MAX_LIFESPAN_TICKS'] ?? 0) + 1;

export const isCommons = ({ state }: At) => state === 'commons';

const { id: framework, schema } = defaultFramework.input;
const frameworkFound = {
  id: framework,
  isPublished: true,
  canRun: true,
  schema,
  runtime: 'external',
  lifespan: null,
} as const;

export const founding: Said<'found'> = {
  type: 'found',
  name: 'Anyone',
  framework,
  schema,
  soul: contentHash(''),
  token: '',
  credits: null,
  lifespan: null,
  facts: { ...present, number: 1, framework: frameworkFound },
};

const visitorsMax = rules['VISITORS_MAX'] ?? 0;

const registering = (known: string | null, visitors = 1): Said<'register_visitor'> => ({
  type: 'register_visitor',
  handle: 'ada',
  login: 'login',
  facts: { ...present, number: 1, known, visitors },
});

const registers = (stage: Stage, login: string): Promise<Refusal> =>
  stage.submit({
    to: locationActor(commons),
    caller: 'city',
    event: { type: 'register_visitor', handle: 'ada', login },
  });

const publishing = (isTaken = false, lifespan: number | null = null): Said<'publish_framework'> => ({
  type: 'publish_framework',
  ...defaultFramework.input,
  lifespan,
  facts: { ...present, isTaken },
});

const registeringStation = (site: Said<'register_station'>['facts']['site'], stations = 0): LocationEvent => ({
  type: 'register_station',
  name: 'Library',
  place: 'Main Street',
  location: homeOf('owner'),
  token: '',
  facts: { ...present, number: 1, site, stations },
});

const stationsMax = rules['STATIONS_AT_PLACE_MAX'] ?? 0;
const formerRoom = 'closet';

const stationVariants: Variants<Life, LocationEvent, LocationContext> = {
  'gets a portal station': {
    when: isCommons,
    hears: [registeringStation('open')],
    play: async ({ stage, owner }) => (await stage.registerStation(homeOf(owner.id))).refusal,
  },
  'gets a portal station for no place': {
    when: isCommons,
    hears: [registeringStation('unknown')],
    play: async ({ stage }) => (await stage.registerStation('nowhere')).refusal,
  },
  'gets a portal station for a place that has ended': {
    when: isCommons,
    hears: [registeringStation('ended')],
    play: async ({ stage, owner }) => {
      await addRoom(owner, formerRoom, 'storage');
      await owner.remove(`/v1/house/rooms/${formerRoom}`);
      return (await stage.registerStation(innerPlace(homeOf(owner.id), formerRoom))).refusal;
    },
  },
  'gets one portal station too many for a place': {
    when: isCommons,
    hears: [registeringStation('open', stationsMax)],
    play: async ({ stage, owner }) => {
      const refusals: Refusal[] = [];
      for (let n = 0; n <= stationsMax; n++) refusals.push((await stage.registerStation(homeOf(owner.id))).refusal);
      return refusals.at(-1);
    },
  },
};

const hearsTick = (...jobs: readonly string[]): Said<'works.due'> => ({
  type: 'works.due',
  facts: { ...present, jobs },
});

const publicWorksPath = '/v1/job-board?status=open';

/** The board has room for one more, and somebody has less than a share: somebody takes what is on it. */
async function takesWork({ stage, owner }: Life): Promise<void> {
  await stage.found('Poor', { credits: 5 });
  await stage.passTick();
  await owner.move(commonsExit);
  const { items } = await owner.get(publicWorksPath);
  for (const { id } of items as { readonly id: string }[]) await owner.post(`/v1/job-board/${id}/claim`, {});
}

const worksVariants: Variants<Life, LocationEvent, LocationContext> = {
  'posts public works': {
    when: isCommons,
    hears: [hearsTick('job_1')],
    play: async (life) => {
      await takesWork(life);
      return life.stage.passTick();
    },
  },
  'has nothing to post': {
    when: isCommons,
    hears: [hearsTick()],
    play: async ({ stage }) => {
      await stage.passTick();
      return stage.passTick();
    },
  },
};

const soulDue = (nth: number, known: Partial<Said<'soul.due'>['facts']> = {}): Said<'soul.due'> => ({
  ...sown(nth),
  facts: { ...present, number: 1, soul: 'soul_1', isQueueEmpty: true, framework: frameworkFound, ...known },
});

const behindHost = 'whoever looks after minds that live here says so, and no gateway';

const sowingVariants: Variants<Life, LocationEvent, LocationContext> = {
  'puts a soul of its own into the queue': {
    when: isCommons,
    hears: [soulDue(0)],
    behind: behindHost,
    play: async ({ stage }) => {
      await stage.emptyQueue();
      return sowsNext(stage);
    },
  },
  'would put another into the queue while somebody waits': {
    when: isCommons,
    hears: [soulDue(0, { isQueueEmpty: false })],
    behind: behindHost,
    play: async ({ stage }) => {
      await stage.emptyQueue();
      await sow(stage);
      return sowsNext(stage);
    },
  },
  'has a soul of its own that its framework does not take': {
    when: isCommons,
    hears: [soulDue(0, { framework: null })],
    behind: behindHost,
    play: async ({ stage }) => {
      await stage.emptyQueue();
      return sowsNext(stage, { framework: 'unknown' });
    },
  },
};

export const commonsVariants: Variants<Life, LocationEvent, LocationContext> = {
  'takes in a founder': {
    when: isCommons,
    hears: [founding],
    play: ({ stage }) => stage.foundingRefusal({}),
  },
  'is asked for too long a life': {
    when: isCommons,
    hears: [{ ...founding, lifespan: tooLong }],
    play: ({ stage }) => stage.foundingRefusal({ lifespanTicks: tooLong }),
  },
  'takes in a visitor': {
    when: isCommons,
    hears: [registering(null)],
    play: async ({ stage }) => void (await stage.register()),
  },
  'takes in a visitor who is there already': {
    when: isCommons,
    hears: [registering('vis-1')],
    behind: 'one who logs in twice at the same moment, for the first time after a registration that was interrupted',
    play: async ({ stage, owner }) => {
      await registers(stage, `twice-${owner.id}`);
      return registers(stage, `twice-${owner.id}`);
    },
  },
  'is asked for a soul that its framework does not take': {
    when: isCommons,
    hears: [{ ...founding, facts: { ...founding.facts, framework: { ...frameworkFound, isPublished: false } } }],
    play: async ({ stage }) => {
      const framework = await publish(stage);
      await stage.operate('DELETE', `/v1/admin/frameworks/${framework}`);
      return (await stage.operate('POST', foundingPath, { framework, ...soul })).refusal;
    },
  },
  'gets a framework': {
    when: isCommons,
    hears: [publishing()],
    play: async ({ stage }) => {
      await publish(stage);
      return undefined;
    },
  },
  'gets a framework that it has': {
    when: isCommons,
    hears: [publishing(true)],
    play: async ({ stage }) => (await stage.operate('POST', frameworksPath, frameworkBody('default'))).refusal,
  },
  'gets a framework for too long a life': {
    when: isCommons,
    hears: [publishing(false, tooLong)],
    play: async ({ stage }) =>
      (await stage.operate('POST', frameworksPath, { ...frameworkBody('elders'), lifespan_ticks: tooLong })).refusal,
  },
  ...stationVariants,
  'takes in one visitor too many': {
    when: isCommons,
    hears: [registering(null, visitorsMax)],
    play: async ({ stage }) => {
      // Those that later walks need are there before.
      await stage.visitor();
      for (let n = 0; (await registers(stage, `many-${n}`)) === undefined; ) n += 1;
      return stage.registrationRefusal();
    },
  },
  ...worksVariants,
  ...sowingVariants,
  'hears whether containers can run': {
    when: isCommons,
    hears: [{ type: 'containers.available', isAvailable: true, facts: present }],
    behind: 'the keeper of containers reports it, and no caller',
    play: ({ stage }) =>
      stage.submit({
        to: locationActor(commons),
        caller: 'city',
        event: { type: 'containers.available', isAvailable: false },
      }),
  },
};
