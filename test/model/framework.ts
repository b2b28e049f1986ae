/** Frameworks, walked: published, changed by who has seen them, withdrawn. */
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { FrameworkEvent } from '../../actors/kinds/framework/facts.ts';
import { framework } from '../../actors/kinds/framework/index.ts';
import type { FrameworkContext } from '../../actors/kinds/framework/messages.ts';
import { frameworkActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import { present, rules } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Shown, Stage } from './stage.ts';

export const frameworksPath = '/v1/admin/frameworks';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly path: string;
}

type At = Situation<FrameworkContext>;

const schemaOf = (field: string) => ({
  type: 'object',
  properties: { name: { type: 'string' }, [field]: { type: 'string' } },
  required: ['name', field],
  additionalProperties: false,
});

/** A soul for what `publish` publishes. */
export const soul = { name: 'Anyone', song: 'la la' };

const terms = {
  name: 'Singers',
  description: 'One song.',
  soul_schema: schemaOf('song'),
  runtime: { type: 'external' },
};

export const frameworkBody = (id: string): object => ({ id, ...terms });

/** Published under an id that nobody has had. */
export async function publish(stage: Stage): Promise<string> {
  for (let n = 1; ; n++) {
    const id = `singers-${n}`;
    const { refusal } = await stage.operate('POST', frameworksPath, frameworkBody(id));
    if (refusal === undefined) return id;
    if (refusal !== 'already_exists') throw new Error(`not published: ${refusal}`);
  }
}

const boxed = { ...terms, runtime: { type: 'container', image: 'x' } };

/** A framework of containers, which can run here; its residents live so long, or as the city says. */
export async function publishBoxed(stage: Stage, lifespan?: number): Promise<string> {
  await stage.runContainers();
  const id = lifespan === undefined ? 'boxed' : `boxed-${lifespan}`;
  const body = { id, ...boxed, ...(lifespan !== undefined && { lifespan_ticks: lifespan }) };
  const { refusal } = await stage.operate('POST', frameworksPath, body);
  if (refusal !== undefined && refusal !== 'already_exists') throw new Error(`not published: ${refusal}`);
  return id;
}

/** That framework is one of programs outside while this happens. */
export async function whileLivedOutside(stage: Stage, id: string, happens: () => Promise<Refusal>): Promise<Refusal> {
  const path = `${frameworksPath}/${id}`;
  const { version } = await (await stage.visitor()).get(`/v1/frameworks/${id}`);
  await stage.operate('PUT', path, { ...terms, version });
  const refusal = await happens();
  await stage.operate('PUT', path, { ...boxed, version: Number(version) + 1 });
  return refusal;
}

const { id: _, ...input } = defaultFramework.input;
const updates = (version: number, lifespan: number | null = null): FrameworkEvent => ({
  type: 'update',
  ...input,
  lifespan,
  version,
  facts: present,
});

const tooLong = must(rules['MAX_LIFESPAN_TICKS'], 'the longest life') + 1;
const { id: builtInId } = defaultFramework.input;
/** The built-in one is there once, for all walks: none changes it. */
const isNotBuiltIn = ({ context }: At) => context.id !== builtInId;
const isNew = (at: At) => at.state === 'published' && at.context.version === 1 && isNotBuiltIn(at);

const changes =
  (version: number, lifespan_ticks: number | null = null) =>
  async ({ stage, path }: Life): Promise<Refusal> =>
    (await stage.operate('PUT', path, { ...terms, lifespan_ticks, version })).refusal;

const failed: FrameworkEvent = { type: 'container.failed', facts: present };
const again: FrameworkEvent = { type: 'container.again', facts: present };

/** The message of a soul whose container could not be made ready; no walk here has such a soul. */
const fails = ({ stage, name }: Life): Promise<Refusal> =>
  stage.submit({ to: frameworkActor(name), caller: 'city', event: { type: 'container.failed' } });

const variants: Variants<Life, FrameworkEvent, FrameworkContext> = {
  'is changed': { when: isNew, hears: [updates(1)], play: changes(1) },
  'is changed by who has not seen the last change': { hears: [updates(7)], play: changes(7) },
  'is changed for too long a life': { when: isNew, hears: [updates(1, tooLong)], play: changes(1, tooLong) },
  'is withdrawn': {
    hears: [{ type: 'withdraw', facts: present }],
    play: async ({ stage, path }) => (await stage.operate('DELETE', path)).refusal,
  },
};

const ofSouls: Variants<Life, FrameworkEvent, FrameworkContext> = {
  'hears that a container could not be made ready': {
    when: isNotBuiltIn,
    hears: [failed],
    behind: 'its souls say so',
    play: fails,
  },
  'is tried again at the next tick': {
    when: isNotBuiltIn,
    hears: [failed, again],
    behind: 'its souls say so',
    play: async (life) => {
      await fails(life);
      return life.stage.passTick();
    },
  },
};

const builtIn = 'the built-in framework';

async function shown({ stage, name }: Life): Promise<Shown> {
  return (await stage.operate('GET', `/v1/frameworks/${name}`)).shown;
}

export const frameworkModel = defineModel({
  kind: framework,
  births: {
    framework: { ...defaultFramework.input, id: 'singers-1', facts: present },
    [builtIn]: { ...defaultFramework.input, facts: present },
  },
  project: ({ state, context }: At) => `${state} ${context.version}`,
  variants: { ...variants, ...ofSouls },
  begin: async (stage, birth): Promise<Life> => {
    const id = birth === builtIn ? builtInId : await publish(stage);
    return { name: id, stage, path: `${frameworksPath}/${id}` };
  },
  shown,
  foretold: ({ state, context }: At, { stage, name }) => ({
    id: name,
    status: state,
    version: context.version,
    available: state === 'published',
    lifespan_ticks: stage.isThere(frameworkActor(name)) ? null : undefined,
  }),
});
