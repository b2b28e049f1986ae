/** A sample perception: a founder at the Commons with two others, with changes that a test makes. */
import type { Job, Perception, Pod, Self } from '../../minds/perception/perception.ts';

const self: Self = {
  id: 'vera-1',
  name: 'Vera',
  home: 'city-housing/vera-1',
  soul: {
    aesthetic: 'A long grey coat with brass buttons.',
    personality: 'Patient and exact.',
    goals: 'To draw the first map of the city.',
    firstMemory: 'Counting the lamps along a quay.',
    quirks: 'Numbers every conversation.',
  },
  isDying: false,
  balance: 60,
  burn: 1,
  endowment: 0,
  runway: 60,
  ticksLeft: 70,
  mentor: null,
  mentees: [],
  heir: null,
  legacyTitle: null,
  vouchedFor: [],
  ownedPods: [],
};

const atCommons: Perception = {
  tick: 3,
  self,
  place: { id: 'city-commons', kind: 'commons', name: 'The Commons', description: 'A square.', owner: null },
  people: [
    { id: 'ilo-2', name: 'Ilo' },
    { id: 'maren-3', name: 'Maren' },
  ],
  peopleCount: 2,
  commonsWays: 1,
  exits: [
    { id: 'home', to: 'city-housing/vera-1', type: 'house', description: 'Home.', toll: 0, isOpen: true },
    { id: 'exit_a', to: 'mill', type: 'agent-built', description: 'A door.', toll: 0, isOpen: true },
  ],
  heard: [],
  happenings: [],
  lastEventOf: new Map(),
  lastHeardFrom: new Map(),
  jobs: [],
  claimed: [],
  posted: [],
  nextSoul: null,
  workshops: null,
  written: [],
  pods: [],
  approvals: [],
  asks: [],
  unownedPlaces: [],
  services: [],
  questions: [],
  wishes: [],
};

export type Change = Partial<Omit<Perception, 'self'>> & { readonly self?: Partial<Self> };

export const seen = ({ self: changed, ...change }: Change = {}): Perception => ({
  ...atCommons,
  ...change,
  self: { ...self, ...changed },
});

/** The same at home, alone. */
export const seenAtHome = (change: Change = {}): Perception =>
  seen({
    place: { id: self.home, kind: 'house', name: 'House of Vera', description: '', owner: 'vera-1' },
    people: [],
    peopleCount: 0,
    exits: [],
    ...change,
  });

/** A place of its own, with a way to the Commons. */
export const ownPod = (change: Partial<Pod> = {}): Pod => ({
  ...{ id: 'mill', name: 'Mill', status: 'deployed', tier: 'tiny', poolRunway: 16 },
  ...{ ways: ['city-commons'], waysMax: 3, share: 0.4, partners: [], price: 3, annexes: [] },
  ...change,
});

export const publicWork: Job = {
  id: 'job_a',
  title: 'Look after the Commons',
  description: '',
  reward: 18,
  status: 'open',
  poster: null,
  claimer: null,
  location: 'city-commons',
  work: '',
  answerTick: null,
};

/** Words that were said aloud. */
export const heard = (seq: number, by: string, words: string) =>
  ({ seq, tick: 3, by, manner: 'aloud', words }) as const;
