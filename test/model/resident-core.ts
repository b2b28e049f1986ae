/** A resident in a core container: what its keeper reports of it, and what the operator does. */

import type { CoreEnded, ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { present } from './facts.ts';
import { publishBoxed, soul as sung } from './framework.ts';
import type { Situation } from './kind-model.ts';
import {
  all,
  deathToldToSoul,
  diesTick,
  hasHeir,
  hasNoHeir,
  isActive,
  isDying,
  isInCore,
  type Life,
  lastMeans,
  lives,
  not,
  type ResidentVariants,
  type Said,
} from './resident-base.ts';
import { archived, estateTaken } from './resident-life.ts';
import { endsToken } from './resident-mentoring.ts';
import type { Refusal, Stage } from './stage.ts';

/** It was born in a core container, and has been taken over. */
export const isTakenOver = ({ context }: Situation<ResidentContext>) =>
  context.origin !== undefined && !context.origin.core;

/** In its last tick, when something of its endowment is free. */
const isOld = all(isDying, ({ context }) => context.cause === 'natural');

const ended = (how: CoreEnded['how']): Said<'core.ended'> => ({
  type: 'core.ended',
  how,
  reason: 'ended with a code',
  facts: lastMeans(1000),
});
const [crashed, finished] = [ended('crashed'), ended('finished')];
const due: Said<'core.due'> = { type: 'core.due', facts: present };
const started: Said<'core.start.done'> = { type: 'core.start.done', result: {}, facts: present };
const notStarted: Said<'core.start.failed'> = { type: 'core.start.failed', facts: present };
const removed: Said<'core.remove.done'> = { type: 'core.remove.done', result: {}, facts: present };
const notRemoved: Said<'core.remove.failed'> = { type: 'core.remove.failed', facts: present };
const replaced: Said<'replace_token'> = { type: 'replace_token', token: 'another', facts: present };
const tokenEnded: Said<'end_token'> = { type: 'end_token', token: '', facts: present };
const closing: Said<'life.closing'> = { type: 'life.closing', facts: present };

const behind = 'whoever keeps containers says so, and no gateway';

/** The end of its core container, as its keeper notifies. */
function reported({ stage, self }: Life, how: CoreEnded['how']): Promise<Refusal> {
  const event = { type: 'core.ended', how, reason: 'ended with a code' } as const;
  return stage.submit(command(residentActor(self.id), event, { caller: 'city' }));
}

/** Resolves when every outside effect that it asked for has ended. */
async function settled({ stage, self }: Life, refusal?: Refusal): Promise<Refusal> {
  await stage.answered(residentActor(self.id));
  return refusal;
}

const ends = (how: CoreEnded['how']) => async (life: Life) => settled(life, await reported(life, how));

const tick = async (life: Life) => settled(life, await life.stage.passTick());

async function takenOver(life: Life): Promise<Refusal> {
  const { stage, self } = life;
  const { refusal, shown } = await stage.operate('POST', `/v1/admin/residents/${self.id}/token`);
  if (refusal === undefined) self.renew(String(shown['token']));
  return refusal;
}

async function failing(life: Life, effect: string, play: (life: Life) => Promise<Refusal>): Promise<Refusal> {
  life.stage.before.set(effect, () => Promise.reject(new Error('no engine')));
  const refusal = await play(life);
  life.stage.before.delete(effect);
  return refusal;
}

/** Its start takes until it has been through that, and fails. */
async function startFailsAfter(life: Life, play: (life: Life) => Promise<unknown>): Promise<Refusal> {
  const { stage, self } = life;
  let fail = () => {};
  const failed = new Promise<void>((_, reject) => {
    fail = () => reject(new Error('no engine'));
  });
  failed.catch(() => {});
  stage.before.set('core.start', () => failed);
  await stage.passTick();
  await play(life);
  while (stage.calls(residentActor(self.id)).some((effect) => effect !== 'core.start')) await stage.breathe();
  fail();
  stage.before.delete('core.start');
  return settled(life);
}

/** The tick before its last one. */
const toLastTickButOne = (life: Life) => life.stage.passTo(diesTick(life) - 2);

/** A resident with the token that lies in its container, some ticks before its end. */
export async function bornInCore(stage: Stage, mentor: Life['friend'], lifespan: number): Promise<Life['self']> {
  await stage.emptyQueue();
  const framework = await publishBoxed(stage, lifespan);
  const soul = String((await (await stage.visitor()).make('/v1/souls', { framework, ...sung }))['id']);
  await mentor.post('/v1/threshold/adopt');
  return stage.inhabitant(soul);
}

export const residentCore: ResidentVariants = {
  'ends by itself, and is started again': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, due, started],
    play: async (life) => {
      await reported(life, 'finished');
      return tick(life);
    },
  },
  'ends by itself, and is started at the second attempt': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, due, notStarted, due, started],
    play: async (life) => {
      await reported(life, 'finished');
      await failing(life, 'core.start', tick);
      return tick(life);
    },
  },
  'ends by itself, and is started again at its last tick': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, closing, due, started],
    play: async (life) => {
      await toLastTickButOne(life);
      await reported(life, 'finished');
      return tick(life);
    },
  },
  'ends by itself, and cannot be started at its last tick': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, closing, due, notStarted],
    play: async (life) => {
      await toLastTickButOne(life);
      await reported(life, 'finished');
      return failing(life, 'core.start', tick);
    },
  },
  'ends by itself while it is dying': {
    when: all(isDying, isInCore),
    behind,
    hears: [finished],
    play: ends('finished'),
  },
  // Whoever is named: nothing of what it has is free as yet (EN2).
  crashes: {
    when: all(lives, isInCore, not(all(isOld, hasHeir))),
    behind,
    hears: [crashed, ...deathToldToSoul, archived, removed],
    play: ends('crashed'),
  },
  'crashes, and leaves its heir what is free': {
    when: all(isOld, isInCore, hasHeir),
    behind,
    hears: [crashed, estateTaken, ...deathToldToSoul, archived, removed],
    play: ends('crashed'),
  },
  'crashes, and nothing can be removed': {
    when: all(lives, isInCore, hasNoHeir),
    behind,
    hears: [crashed, ...deathToldToSoul, notRemoved, archived],
    play: (life) => failing(life, 'core.remove', ends('crashed')),
  },
  'crashes while it is started': {
    when: all(isActive, isInCore, hasNoHeir),
    behind,
    hears: [finished, due, crashed, ...deathToldToSoul, archived, removed, notStarted],
    play: async (life) => {
      await reported(life, 'finished');
      return startFailsAfter(life, () => reported(life, 'crashed'));
    },
  },
  'has crashed, and that is reported again': {
    when: all((at) => !lives(at), isInCore),
    behind,
    hears: [crashed],
    play: ends('crashed'),
  },
  'is taken over': {
    when: all(lives, isInCore),
    hears: [replaced, removed],
    play: async (life) => settled(life, await takenOver(life)),
  },
  'ends its token, and is taken over': {
    when: all(lives, isInCore),
    hears: [tokenEnded, removed, replaced],
    play: async (life) => (await settled(life, await endsToken(life))) ?? takenOver(life),
  },
  'has ended by itself, and is taken over': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, replaced, removed, due],
    play: async (life) => {
      await reported(life, 'finished');
      await takenOver(life);
      await settled(life);
      return tick(life);
    },
  },
  'has ended by itself, and is taken over before its last tick': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, replaced, removed, closing, due],
    play: async (life) => {
      await toLastTickButOne(life);
      await reported(life, 'finished');
      await takenOver(life);
      await settled(life);
      return tick(life);
    },
  },
  'is taken over while it is started': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, due, replaced, removed, notStarted],
    play: async (life) => {
      await reported(life, 'finished');
      return startFailsAfter(life, takenOver);
    },
  },
  'is taken over while it is started at its last tick': {
    when: all(isActive, isInCore),
    behind,
    hears: [finished, closing, due, replaced, removed, notStarted],
    play: async (life) => {
      await toLastTickButOne(life);
      await reported(life, 'finished');
      return startFailsAfter(life, takenOver);
    },
  },
  'is taken over, and its container has crashed': {
    when: all(lives, isTakenOver),
    behind,
    hears: [crashed],
    play: ends('crashed'),
  },
};
