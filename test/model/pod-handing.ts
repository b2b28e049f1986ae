/** A pod that is handed to somebody: represented by another, or given away. */
import type { PodEvent } from '../../actors/kinds/pod/facts.ts';
import type { NotAlive } from '../../actors/rules/people/payees.ts';
import { present } from './facts.ts';
import { isOver, type Life, onPod, type PodVariants, shared } from './pod-life.ts';
import type { Refusal, Resident } from './stage.ts';

type Handing = 'appoint' | 'transfer_pod';

export const nobody: NotAlive = { id: 'nobody', death: null };
export const late: NotAlive = { id: 'late', death: { died_at: '', cause: 'natural' } };

/** Handed to somebody, by its representative or not. */
const handing = (type: Handing, to: string, notAlive?: NotAlive, by = 'speaker'): PodEvent =>
  type === 'appoint'
    ? { type, by, to, facts: { ...present, notAlive } }
    : { type, by, to, facts: { ...present, notAlive, allowed: [], isSeen: true } };

const hand = (life: Life, type: Handing, who: Resident, to: string): Promise<Refusal> =>
  type === 'appoint'
    ? who.post(onPod(life, '/representative'), { agent_id: to })
    : who.post(onPod(life, '/transfer'), { to });

/** Everything that can come of handing it to somebody. */
export const handed = (type: Handing, done: string, when: PodVariants[string]['when'] & object): PodVariants => ({
  [`${done} by another`]: {
    when,
    hears: [handing(type, 'helper', undefined, 'helper')],
    play: (life) => hand(life, type, life.people.helper, life.people.helper.id),
  },
  [`${done} to nobody`]: {
    when,
    hears: [handing(type, 'nobody', nobody)],
    play: (life) => hand(life, type, life.people.speaker, 'nobody-0'),
  },
  [`${done} to the dead`]: {
    when,
    hears: [handing(type, 'late', late)],
    play: async (life) => hand(life, type, life.people.speaker, (await life.stage.late()).id),
  },
  [`${done}`]: {
    when,
    hears: [handing(type, 'visitor')],
    play: (life) => hand(life, type, life.people.speaker, life.people.visitor.id),
  },
  [`${done} as a ruin`]: {
    when: shared(isOver),
    hears: [handing(type, 'visitor')],
    play: (life) => hand(life, type, life.people.speaker, life.people.visitor.id),
  },
});
