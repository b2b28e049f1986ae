/** Places, walked: the Commons, and a house from its building to its ruin. */
import { location } from '../../actors/location/index.ts';
import type { LocationContext } from '../../actors/location/machine.ts';
import type { LocationEvent, LocationInput } from '../../actors/location/messages.ts';
import { commons, commonsExit, homeExit, homeOf, locationActor } from '../../actors/places.ts';
import { readConfig } from '../../config.ts';
import { contentHash } from '../../engine/ids.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Stage } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  /** Owner of the house; for the Commons anyone. */
  readonly owner: Resident;
}

type At = Situation<LocationContext>;

const { rules } = readConfig({});
const present = { tick: 0, at: 0, settings: rules };
const tooLong = (rules['MAX_LIFESPAN_TICKS'] ?? 0) + 1;

const isCommons = ({ state }: At) => state === 'commons';
const isHouse = ({ state }: At) => state === 'house';
const isRuin = ({ state }: At) => state === 'ruin';

const founding: Extract<LocationEvent, { type: 'found' }> = {
  type: 'found',
  name: 'Anyone',
  framework: 'default',
  soul: contentHash(''),
  token: '',
  credits: null,
  lifespan: null,
  facts: { ...present, number: 1 },
};

async function enter({ owner }: Life, exit: string): Promise<Refusal> {
  await owner.move(exit === homeExit ? commonsExit : homeExit);
  return owner.move(exit);
}

/** Only the exits home and to the Commons exist yet, so nobody ever stands before another's door. */
const noOtherDoors = "no exit leads to another resident's house yet";

const strangerEnters: Extract<LocationEvent, { type: 'enter' }> = {
  type: 'enter',
  traveller: 'stranger',
  exit: 'exit_other',
  facts: present,
};

async function strangerAtTheDoor({ name, stage }: Life): Promise<Refusal> {
  const { id } = await stage.witness();
  const event = { type: 'enter', traveller: id, exit: 'exit_other' };
  return stage.submit({ to: locationActor(name), caller: 'city', event });
}

const variants: Variants<Life, LocationEvent, LocationContext> = {
  'takes in a founder': {
    when: isCommons,
    hears: [founding],
    play: ({ stage }) => stage.foundingRefusal({}),
  },
  'is asked for too long a life': {
    when: isCommons,
    hears: [{ ...founding, lifespan: tooLong }],
    play: ({ stage }) => stage.foundingRefusal({ lifespan_ticks: tooLong }),
  },
  'is entered': {
    when: isCommons,
    hears: [{ type: 'enter', traveller: 'owner', exit: commonsExit, facts: present }],
    play: (life) => enter(life, commonsExit),
  },
  'is entered by its owner': {
    when: isHouse,
    hears: [{ type: 'enter', traveller: 'owner', exit: homeExit, facts: present }],
    play: (life) => enter(life, homeExit),
  },
  'is entered by another': {
    when: isHouse,
    hears: [strangerEnters],
    behind: noOtherDoors,
    play: strangerAtTheDoor,
  },
  'loses its owner': {
    when: isHouse,
    hears: [{ type: 'owner.died', facts: present }],
    play: async ({ stage, owner }) => {
      await owner.post('/v1/me/shutdown');
      return stage.passTick();
    },
  },
  'is entered as a ruin': {
    when: isRuin,
    hears: [strangerEnters],
    behind: noOtherDoors,
    play: strangerAtTheDoor,
  },
  'hears what is not for it': {
    when: (at) => isHouse(at) || isRuin(at),
    hears: [founding],
    behind: 'T5: founders are sent to the Commons only',
    play: ({ name, stage }) => {
      const { facts: _, ...event } = founding;
      return stage.submit({ to: locationActor(name), caller: 'operator', event });
    },
  },
};

const inputs: Readonly<Record<string, LocationInput>> = {
  'the Commons': { id: commons, kind: 'commons', name: 'The Commons', owner: null },
  'a house': { id: homeOf('owner'), kind: 'house', name: "Owner's house", owner: 'owner' },
};

export const locationModel = defineModel({
  kind: location,
  births: Object.fromEntries(Object.entries(inputs).map(([birth, input]) => [birth, { ...input, facts: present }])),
  project: ({ state }: At) => state,
  variants,
  begin: async (stage, birth): Promise<Life> => {
    const owner = await stage.found('Owner', {});
    return { name: birth === 'the Commons' ? commons : homeOf(owner.id), stage, owner };
  },
  shown: async ({ name, stage, owner }) => {
    if (name === commons) {
      await owner.move(commonsExit);
      return owner.get('/v1/location');
    }
    const isDead = (await owner.refusalOf('/v1/me')) === 'resident_dead';
    // Nobody can look into a ruin: what the gateway would show comes from the same view.
    return isDead ? stage.view({ view: 'house', args: { resident: owner.id } }) : owner.get('/v1/house');
  },
  foretold: ({ state, context }, life) => {
    if (context.kind === 'commons') return { id: life.name, kind: state, name: context.name, owner: context.owner };
    return { id: life.name, status: state, name: context.name, owner: life.owner.id };
  },
});
