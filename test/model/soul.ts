/** Souls, walked: written by a visitor, taken back or adopted, born, lived, dead, gone with their resident. */
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { Runtime } from '../../actors/kinds/framework/messages.ts';
import type { SoulEvent } from '../../actors/kinds/soul/facts.ts';
import { soul } from '../../actors/kinds/soul/index.ts';
import type { SoulContext, SoulInput } from '../../actors/kinds/soul/messages.ts';
import { command } from '../../actors/registry.ts';
import { residentActor, soulActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import { publish, publishBoxed, soul as soulSung, whileLivedOutside } from './framework.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import { sow } from './sowing.ts';
import type { Refusal, Resident, Shown, Stage, Visitor } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly soulId: string;
  /** Null: the city has put it into the queue. */
  readonly visitor: Visitor | null;
  readonly mentor: Resident;
}

type At = Situation<SoulContext>;
/** With an event that no soul takes. */
type ChartEvent = SoulEvent | { readonly type: 'paid'; readonly facts: object };

const waitsTicks = rules['SOUL_WAITS_TICKS'] ?? 0;
const fields = '{"song":"la la"}';
const external = { type: 'external' } as const satisfies Runtime;
const boxed = { type: 'container', image: 'singer:1', command: [], env: {} } as const satisfies Runtime;

const is =
  (state: string, runtime?: Runtime['type']) =>
  ({ state: present, context }: At): boolean =>
    present === state && (runtime === undefined || context.runtime === runtime);

const birthFacts = { ...present, number: 7, lifespan: 72 };
const adopted = (runtime: Runtime): ChartEvent => ({
  type: 'adopt',
  mentor: { id: 'mentor', generation: 0, donation: 25_000 },
  facts: { ...birthFacts, runtime },
});
const refund = { payee: residentActor('mentor') };
const ready: ChartEvent = {
  type: 'core.prepare.done',
  result: { token: contentHash('a token') },
  facts: { ...birthFacts, ...refund, runtime: boxed },
};
const tooLong: ChartEvent = { ...ready, result: { token: null } };
const notReady: ChartEvent = { type: 'core.prepare.failed', facts: { ...present, ...refund } };
const removed: ChartEvent = { type: 'core.remove.done', result: {}, facts: present };
const notRemoved: ChartEvent = { type: 'core.remove.failed', facts: present };
const born: ChartEvent = { type: 'born', resident: 'child', facts: present };
const replaced: ChartEvent = { type: 'replace.token', token: 'another', facts: present };
const minded: ChartEvent = { type: 'mind.lives', token: 'another', facts: present };
const takenOver: ChartEvent = { type: 'taken.over', facts: present };

const isOfVisitor = ({ context }: At): boolean => context.visitor !== null;
const both =
  (...conditions: readonly ((at: At) => boolean)[]) =>
  (at: At): boolean =>
    conditions.every((holds) => holds(at));

/** The soul as its visitor sees it; nobody sees so much of the city's own. */
const looked = ({ stage, soulId, visitor }: Pick<Life, 'stage' | 'soulId' | 'visitor'>): Promise<Shown> =>
  visitor === null ? stage.view(view('soul', { id: soulId, visitor: null })) : visitor.get(`/v1/souls/${soulId}`);

async function isAdopted({ stage, mentor, name }: Life): Promise<Refusal> {
  const refusal = await mentor.post('/v1/threshold/adopt');
  await stage.answered(soulActor(name));
  return refusal;
}

/** Its container cannot be made ready. */
async function isAdoptedInVain(life: Life): Promise<Refusal> {
  life.stage.before.set('core.prepare', () => Promise.reject(new Error('no room')));
  const refusal = await isAdopted(life);
  life.stage.before.delete('core.prepare');
  // Its framework can run again from the next tick on: others wait for that.
  await life.stage.passTick();
  return refusal;
}

const fetchToken = ({ visitor, soulId }: Life): Promise<Refusal> =>
  must(visitor, 'a visitor').post(`/v1/souls/${soulId}/token`);

/** The operator takes it over. */
async function child(life: Life): Promise<Resident> {
  const { resident } = await looked(life);
  return life.stage.resident(String(resident));
}

const isMinded = ({ stage, name }: Life): Promise<Refusal> =>
  stage.submit(command(soulActor(name), { type: 'mind.lives', token: contentHash(name) }, { caller: 'city' }));

const behindHost = 'whoever runs the minds of the city says so, and no gateway';

const variants: Variants<Life, ChartEvent, SoulContext> = {
  'is taken back': {
    when: both(is('queued'), isOfVisitor),
    hears: [{ type: 'withdraw', facts: present }],
    play: ({ visitor, soulId }) => must(visitor, 'a visitor').remove(`/v1/souls/${soulId}`),
  },
  'waits too long': {
    when: both(is('queued'), isOfVisitor),
    hears: [{ type: 'waited.long', facts: present }],
    play: ({ stage }) => stage.passTo(stage.tick + waitsTicks),
  },
  'is adopted': { when: is('queued', 'external'), hears: [adopted(external), born], play: isAdopted },
  'is adopted when its framework has changed to programs outside': {
    when: is('queued', 'container'),
    hears: [adopted(external), born],
    play: async (life) => whileLivedOutside(life.stage, await publishBoxed(life.stage), () => isAdopted(life)),
  },
  'is adopted, and its container is made ready': {
    when: is('queued', 'container'),
    hears: [adopted(boxed), ready, born],
    play: isAdopted,
  },
  'is adopted, and no container can be made ready': {
    when: is('queued', 'container'),
    hears: [adopted(boxed), notReady, removed],
    play: isAdoptedInVain,
  },
  'is adopted, and is too long for a container': {
    when: both(is('queued', 'container'), isOfVisitor),
    hears: [adopted(boxed), tooLong],
    play: async (life) => {
      const { sandbox } = life.stage;
      const { readies } = sandbox;
      sandbox.readies = async () => ({ token: null });
      const refusal = await isAdopted(life);
      sandbox.readies = readies;
      return refusal;
    },
  },
  'is adopted, and what is left of its container cannot be removed': {
    when: is('queued', 'container'),
    hears: [adopted(boxed), notReady, notRemoved],
    play: async (life) => {
      life.stage.before.set('core.remove', () => Promise.reject(new Error('no engine')));
      const refusal = await isAdoptedInVain(life);
      life.stage.before.delete('core.remove');
      return refusal;
    },
  },
  'is lived by a mind': { when: is('born'), hears: [minded], behind: behindHost, play: isMinded },
  'is to be lived by a mind too late': { when: is('dead'), hears: [minded], behind: behindHost, play: isMinded },
  'is taken over by the operator': {
    when: is('born'),
    hears: [takenOver],
    play: async (life) => void (await child(life)),
  },
  'has its token fetched': { when: both(is('born'), isOfVisitor), hears: [replaced], play: fetchToken },
  'hears of the death': {
    when: is('born'),
    hears: [takenOver, { type: 'died', cause: 'voluntary', facts: present }],
    play: async (life) => {
      await (await child(life)).post('/v1/me/shutdown', { confirm: true });
      return life.stage.passTick();
    },
  },
  'has its token fetched too late': { when: both(is('dead'), isOfVisitor), hears: [replaced], play: fetchToken },
  'leaves with its resident': {
    when: is('dead'),
    hears: [{ type: 'leaves', facts: present }],
    play: ({ stage }) => stage.passDecay(),
  },
  'hears what it does not know': {
    when: is('queued'),
    hears: [{ type: 'paid', facts: present }],
    behind: 'nobody says such a thing to a soul',
    play: ({ stage, name }) => stage.submit({ to: soulActor(name), caller: 'city', event: { type: 'paid' } }),
  },
};

const input: SoulInput = {
  id: '000000000001',
  soulId: 'soul_1',
  name: 'Wren',
  framework: 'singers',
  schema: defaultFramework.input.schema,
  soul: contentHash(fields),
  livedBy: 'me',
  visitor: 'vis-1',
  runtime: 'external',
};

const births: Readonly<Record<string, SoulInput>> = {
  'a soul': input,
  'a soul of containers': { ...input, runtime: 'container' },
  'a soul of the city': { ...input, framework: 'default', visitor: null, livedBy: 'city' },
};

async function begin(stage: Stage, birth: string): Promise<Life> {
  await stage.emptyQueue();
  const mentor = await stage.found('Mentor', { credits: 200, lifespanTicks: 288 });
  if (birth === 'a soul of the city') {
    const soulId = await sow(stage);
    return { name: stage.soulName(soulId), stage, soulId, visitor: null, mentor };
  }
  const framework = birth === 'a soul' ? await publish(stage) : await publishBoxed(stage);
  const visitor = await stage.visitor();
  const { id } = await visitor.make('/v1/souls', { framework, ...soulSung, lived_by: 'me' });
  const soulId = String(id);
  return { name: stage.soulName(soulId), stage, soulId, visitor, mentor };
}

async function shown(life: Life): Promise<Shown> {
  if (!life.stage.isThere(soulActor(life.name))) return { is_there: false };
  return { is_there: true, ...(await looked(life)) };
}

export const soulModel = defineModel({
  kind: soul,
  births: Object.fromEntries(Object.entries(births).map(([birth, born]) => [birth, { ...born, facts: present }])),
  project: ({ state, context }: At) => `${state} ${context.runtime} ${context.livedBy} ${context.visitor}`,
  variants,
  begin,
  shown,
  foretold: ({ state, context }: At, { soulId, mentor }) =>
    state === 'withdrawn' || state === 'returned' || state === 'left'
      ? { is_there: false }
      : {
          is_there: true,
          id: soulId,
          status: state,
          lived_by: context.livedBy,
          mentor: context.mentor === null ? null : mentor.id,
        },
});
