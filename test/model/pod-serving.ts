/** What a pod does for others: its code is written, run and called, it is entered, and it is funded. */

import type { PodEvent } from '../../actors/kinds/pod/facts.ts';
import { filesMax } from '../../actors/rules/code/code-rules.ts';
import { podActor, residentActor } from '../../actors/rules/place/names.ts';
import type { Pricing } from '../../actors/rules/place/pricing.ts';
import { contentHash } from '../../engine/ids.ts';
import { openWorkshop, writeCode } from './building.ts';
import { present, site } from './facts.ts';
import {
  comeIn,
  enters,
  isDeployed,
  isOrphaned,
  isOver,
  isWorkshop,
  type Life,
  lives,
  onPod,
  type PodVariants,
  type Role,
  shared,
  stands,
  wayIn,
} from './pod-life.ts';
import type { Refusal } from './stage.ts';

type Event<Type extends PodEvent['type']> = Extract<PodEvent, { type: Type }>;

const asks = { ...present, call: 'call_1' };
const shares = { ...present, living: [], payee: residentActor('visitor'), seller: null };

/** The helper writes the code of a service. */
export const firstFile: Event<'write_code'> = {
  type: 'write_code',
  by: 'helper',
  base: null,
  code: contentHash('code'),
  entry: 'index.js',
  files: 1,
  facts: present,
};

export async function takesFirstFile(life: Life): Promise<Refusal> {
  await comeIn(life, 'helper');
  return writeCode(life.people.helper, life.name);
}

/** Somebody else speaks for it from now on. */
const replaced: PodEvent = {
  type: 'appoint',
  by: 'speaker',
  to: 'visitor',
  facts: { ...present, notAlive: undefined },
};
const runs = (by: Role): PodEvent => ({ type: 'run_code', by, facts: asks });
export const calls: PodEvent = { type: 'call_service', by: 'visitor', input: '', max_price: null, facts: asks };
export const serves: Event<'served'> = {
  type: 'served',
  call: 'call_1',
  caller: 'visitor',
  price: 0,
  store: null,
  facts: shares,
};
const becomes = (type: 'private' | 'gated'): PodEvent => ({
  type: 'set_access',
  by: 'speaker',
  access: { type, allowed: [] },
  facts: present,
});
const costs = (pricing: Partial<Pricing>): PodEvent => ({
  type: 'set_pricing',
  by: 'speaker',
  pricing: { perEntry: null, perQuery: 0, split: {}, ...pricing },
  facts: present,
});
const gives = (amount: number): PodEvent => ({
  type: 'fund',
  by: 'visitor',
  amount,
  facts: { ...present, commons: site({ price: 2_000 }), request: 'req_2', exit: 'exit_2' },
});

const run = ({ name, people }: Life, by: Role): Promise<Refusal> => people[by].post(`/v1/workshops/${name}/run`);
export const call = ({ name, people: { visitor } }: Life): Promise<Refusal> =>
  visitor.post(`/v1/services/${name}/call`, { input: 1 });

/** The City API looks at the code first, and refuses by what it sees. */
const lookedAtFirst = 'the City API looks at the code first and refuses there';

function submitCode({ name, stage, people }: Life, by: Role): Promise<Refusal> {
  const actor = residentActor(people[by].id);
  const { facts: _, by: __, ...event } = firstFile;
  return stage.submit({ to: actor, caller: actor, event: { ...event, base: contentHash('older'), workshop: name } });
}

const code: PodVariants = {
  'is written by one who no longer works there': {
    when: shared(isWorkshop),
    hears: [replaced, { ...firstFile, by: 'speaker' }],
    behind: lookedAtFirst,
    play: async (life) => {
      await replaceSpeaker(life);
      return submitCode(life, 'speaker');
    },
  },
  'is written by a visitor': {
    when: shared(stands),
    hears: [{ ...firstFile, by: 'visitor' }],
    behind: lookedAtFirst,
    play: async (life) => {
      await comeIn(life, 'visitor');
      return submitCode(life, 'visitor');
    },
  },
  'is written as a ruin': {
    when: shared(isOver),
    hears: [firstFile],
    behind: lookedAtFirst,
    play: (life) => submitCode(life, 'helper'),
  },
  'is written with too many files': {
    when: shared(lives),
    hears: [{ ...firstFile, files: filesMax + 1 }],
    play: async (life) => {
      await comeIn(life, 'helper');
      const files = Object.fromEntries(Array.from({ length: filesMax + 1 }, (_, n) => [`file-${n}.js`, '']));
      return writeCode(life.people.helper, life.name, files);
    },
  },
  'is written over what somebody else has written': {
    when: shared(lives),
    hears: [{ ...firstFile, base: contentHash('older') }],
    behind: 'the City API merges again, and answers nothing of it',
    play: async (life) => {
      await comeIn(life, 'helper');
      return submitCode(life, 'helper');
    },
  },
  'is written': {
    when: shared(lives),
    hears: [firstFile],
    play: takesFirstFile,
  },
  'is run by one who no longer works there': {
    when: shared(isWorkshop),
    hears: [replaced, runs('speaker')],
    play: async (life) => {
      await replaceSpeaker(life);
      return run(life, 'speaker');
    },
  },
  'is run by a visitor': {
    when: shared(stands),
    hears: [runs('visitor')],
    play: async (life) => {
      await comeIn(life, 'visitor');
      return run(life, 'visitor');
    },
  },
  'is run without code': {
    when: shared(lives),
    hears: [runs('helper')],
    play: async (life) => {
      await comeIn(life, 'helper');
      return run(life, 'helper');
    },
  },
  'is run': {
    when: shared(lives),
    hears: [firstFile, runs('helper'), serves],
    play: async (life) => {
      await takesFirstFile(life);
      return run(life, 'helper');
    },
  },
  'is run as a ruin': {
    when: shared(isOver),
    hears: [runs('helper')],
    play: (life) => run(life, 'helper'),
  },
};

/** The representative is inside, and is none any more. */
async function replaceSpeaker(life: Life): Promise<Refusal> {
  await comeIn(life, 'speaker');
  return life.people.speaker.post(onPod(life, '/representative'), { agent_id: life.people.visitor.id });
}

const service: PodVariants = {
  'is called without a service': {
    when: shared(stands),
    hears: [calls],
    play: async (life) => {
      await comeIn(life, 'visitor');
      return call(life);
    },
  },
  'is called for too high a price': {
    when: shared(isDeployed),
    hears: [costs({ perQuery: 6_000 }), firstFile, calls],
    play: async (life) => {
      const { speaker } = life.people;
      await comeIn(life, 'helper', 'visitor');
      await speaker.post(onPod(life, '/pricing'), { per_query: 6 });
      await takesFirstFile(life);
      return call(life);
    },
  },
  'is called': {
    when: shared(isDeployed),
    hears: [firstFile, calls, { ...serves, price: 500 }],
    play: async (life) => {
      await comeIn(life, 'helper', 'visitor');
      await takesFirstFile(life);
      return call(life);
    },
  },
  'is called for nothing': {
    when: shared(isOrphaned),
    hears: [firstFile, calls, serves],
    play: async (life) => {
      await takesFirstFile(life);
      return call(life);
    },
  },
  'is called as a ruin': {
    when: shared(isOver),
    hears: [calls],
    play: ({ name, people: { helper } }) => helper.post(`/v1/services/${name}/call`, { input: 1 }),
  },
};

/** Out of a workshop that the visitor opens in it: whoever is inside may come back, whatever leads there. */
async function comeBack(life: Life, between: () => Promise<unknown> = async () => {}): Promise<Refusal> {
  const { visitor } = life.people;
  const { exit } = await openWorkshop(visitor);
  await visitor.move(exit);
  await between();
  return visitor.move(exit);
}

const entering: PodVariants = {
  'is entered by one who works there': {
    when: shared(isWorkshop),
    hears: [enters('helper')],
    play: async (life) => life.people.helper.move(await wayIn(life)),
  },
  'is entered by one who does not work there': {
    when: shared(isWorkshop),
    hears: [enters('visitor')],
    behind: 'its door lets the same people in, and no other exit leads there',
    play: ({ stage, name }) => {
      const { facts: _, ...event } = enters('visitor');
      return stage.submit({ to: podActor(name), caller: 'city', event });
    },
  },
  'is entered by anyone': {
    when: shared(isDeployed),
    hears: [enters('visitor')],
    play: async (life) => life.people.visitor.move(await wayIn(life)),
  },
  'is entered by its representative, while it is private': {
    when: shared(isDeployed),
    hears: [becomes('private'), enters('speaker')],
    play: async (life) => {
      const { speaker } = life.people;
      await speaker.post(onPod(life, '/access'), { type: 'private' });
      return speaker.move(await wayIn(life));
    },
  },
  'is entered by a stranger, while it is private': {
    when: shared(isDeployed),
    hears: [becomes('private'), enters('visitor')],
    play: async (life) => {
      const { speaker, visitor } = life.people;
      await speaker.post(onPod(life, '/access'), { type: 'private' });
      return visitor.move(await wayIn(life));
    },
  },
  'is entered for a toll': {
    when: shared(isDeployed),
    hears: [becomes('gated'), enters('visitor')],
    play: async (life) => {
      const { speaker, visitor } = life.people;
      await speaker.post(onPod(life, '/access'), { type: 'gated' });
      return visitor.move(await wayIn(life));
    },
  },
  'is entered for too high a toll': {
    when: shared(isDeployed),
    hears: [costs({ perEntry: 6_000 }), becomes('gated'), enters('visitor')],
    play: async (life) => {
      const { speaker, visitor } = life.people;
      await speaker.post(onPod(life, '/pricing'), { per_entry: 6 });
      await speaker.post(onPod(life, '/access'), { type: 'gated' });
      return visitor.move(await wayIn(life));
    },
  },
  'is come back to, cut off': {
    when: shared(isOrphaned),
    hears: [enters('visitor')],
    play: (life) => comeBack(life),
  },
  'is come back to, cut off and private': {
    when: shared(isOrphaned),
    hears: [becomes('private'), enters('visitor')],
    play: (life) => comeBack(life, () => life.people.speaker.post(onPod(life, '/access'), { type: 'private' })),
  },
};

const funding: PodVariants = {
  'is funded': {
    when: shared(),
    hears: [gives(1_000)],
    play: ({ name, people: { visitor } }) => visitor.post(`/v1/credits/pools/${name}/fund`, { amount: 1 }),
  },
};

export const serving: PodVariants = { ...code, ...service, ...entering, ...funding };
