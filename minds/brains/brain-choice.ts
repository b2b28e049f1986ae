/** Which brain a mind gets. */
import type { Dice } from '../../population/seeded-random.ts';
import type { CityDoor } from '../city-client.ts';
import type { Memory } from '../memory/memory.ts';
import type { Brain } from './brain.ts';
import { ModelBrain } from './model/model-brain.ts';
import { RulesBrain } from './rules/rules-brain.ts';

export interface BrainChoice {
  readonly kind: 'rules' | 'model';
  /** Credits that it may spend on a model, each tick. */
  readonly creditsPerTick: number;
}

export interface BrainParts {
  readonly memory: Memory;
  readonly dice: Dice;
  readonly door: CityDoor;
}

export function brainOf({ kind, creditsPerTick }: BrainChoice, { memory, dice, door }: BrainParts): Brain {
  const rules = new RulesBrain(memory, dice);
  return kind === 'rules' ? rules : new ModelBrain({ rules, door, creditsPerTick });
}
