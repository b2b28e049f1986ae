/** What anyone may ask of a pod where it stands: a workshop in it, a connection from it; and what ends meanwhile. */

import type { PodEvent } from '../../actors/kinds/pod/facts.ts';
import { openToAll } from '../../actors/rules/place/access.ts';
import type { Site } from '../../actors/rules/place/endpoint.ts';
import { commons, homeOf } from '../../actors/rules/place/names.ts';
import { whileRunning } from './building.ts';
import { link, present, site } from './facts.ts';
import {
  comeIn,
  cutOff,
  isDeployed,
  isInside,
  isWorkshop,
  type Life,
  leadOut,
  type PodVariants,
  shared,
  stands,
} from './pod-life.ts';
import { call, calls, firstFile, serves, takesFirstFile } from './pod-serving.ts';
import type { Refusal } from './stage.ts';

type Event<Type extends PodEvent['type']> = Extract<PodEvent, { type: Type }>;

const asking = (to: string, from: Partial<Site> = {}, far: Partial<Site> = {}): Event<'request_connection'> => ({
  type: 'request_connection',
  by: 'helper',
  to,
  ...link('self'),
  access: openToAll,
  facts: {
    ...present,
    ends: { from: site({ place: 'self', representative: 'speaker', ...from }), to: site({ place: to, ...far }) },
    fee: 2_000,
    request: 'req_1',
    exit: 'exit_1',
  },
});

/** The helper, who is inside, requests a connection. */
const ask = ({ people: { helper } }: Life, to: string): Promise<Refusal> =>
  helper.post('/v1/connections/request', { from_pod: 'current', to_pod: to });

const workshopIn: Event<'open_workshop'> = {
  type: 'open_workshop',
  by: 'helper',
  name: 'Annex',
  tier: 'tiny',
  collaborators: [],
  contributors: [],
  representative: 'helper',
  funding: 1_000,
  links: [],
  facts: { ...present, pod: 'annex', request: 'req_2', exit: 'exit_2', notAlive: [], linkEnds: [] },
};

const open = ({ people: { helper } }: Life, funding: object): Promise<Refusal> =>
  helper.post('/v1/workshops', { name: 'Annex', tier: 'tiny', funding });

export const built: PodVariants = {
  'a workshop is opened in it': {
    hears: [workshopIn],
    when: shared(),
    play: async (life) => {
      await comeIn(life, 'helper');
      return open(life, { initial_credits: 1 });
    },
  },
  'a workshop is opened in it that would not last a tick': {
    hears: [{ ...workshopIn, funding: 100 }],
    when: shared(stands),
    play: async (life) => {
      await comeIn(life, 'helper');
      return open(life, { initial_credits: 0.1 });
    },
  },
  'a connection to itself is asked for': {
    when: shared(stands),
    hears: [{ ...asking('self'), from: 'self' }],
    play: async (life) => {
      await comeIn(life, 'helper');
      return ask(life, life.name);
    },
  },
  'one connection too many is asked for': {
    when: shared(stands),
    hears: [asking('house', { connections: 2 })],
    play: async (life) => {
      await comeIn(life, 'speaker', 'helper');
      await leadOut(life);
      return ask(life, commons);
    },
  },
  'a connection is asked for': {
    when: shared((at) => !isWorkshop(at)),
    hears: [asking('house')],
    play: async (life) => {
      await comeInIfOpen(life);
      return ask(life, homeOf(life.people.visitor.id));
    },
  },
};

export const meanwhile: PodVariants = {
  'is cut off while it is called': {
    when: shared(isDeployed),
    hears: [
      firstFile,
      calls,
      asking(commons),
      { type: 'cut.off', facts: { ...present, isSeen: true, isHidden: false } },
      { ...serves, price: 500 },
    ],
    play: async (life) => {
      await comeIn(life, 'speaker', 'helper', 'visitor');
      await takesFirstFile(life);
      return whileRunning(
        life.stage,
        1,
        () => call(life),
        () => cutOff(life),
      );
    },
  },
};

/** Into a ruin nobody comes any more: the helper is inside. */
async function comeInIfOpen(life: Life): Promise<void> {
  if (!(await isInside(life, life.people.helper))) await comeIn(life, 'helper');
}
