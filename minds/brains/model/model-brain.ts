/**
 * The brain that asks the city's inference service. It also decides by rules: the model is shown that decision as a habit, and it counts
 * when the model does not answer, answers what is not possible, or costs more than the mind has.
 *
 * MO2  In one tick it spends at most its budget; with a short runway, nothing.
 */
import { read, readPart } from '../../../client/answers.ts';
import { listOf, numberOf, textOf } from '../../../client/wire.ts';
import type { AnswerTo } from '../../../services/contract.ts';
import type { InferenceManifest } from '../../../services/inference/manifest.ts';
import type { Act } from '../../acts/act.ts';
import type { Outcome } from '../../acts/perform.ts';
import { isAmong } from '../../acts/possible.ts';
import type { CityDoor } from '../../city-client.ts';
import type { Perception } from '../../perception/perception.ts';
import type { Brain, Decision } from '../brain.ts';
import { chosenIn } from './answer.ts';
import { optionsOf, promptOf } from './prompt.ts';

export interface ModelBrainParts {
  readonly rules: Brain;
  readonly door: CityDoor;
  readonly creditsPerTick: number;
}

type Completion = AnswerTo<InferenceManifest['operations']['complete']>;
type Models = AnswerTo<InferenceManifest['operations']['models']>;

const service = '/v1/global-services/inference';
const answerTokensMax = 300;
/** Runway below which it does not ask the model. */
const poorTicks = 8;
/** Credits below which it does not ask the model. */
const costLeast = 0.002;
/** Decisions by rules after an answer that was no choice. */
const restsAfterNone = 5;
/** The rounding error of sums of decimals. */
const tiny = 1e-6;
const milliOf = (credits: number): number => Math.floor(credits * 1_000 + tiny);

export class ModelBrain implements Brain {
  readonly #parts: ModelBrainParts;
  /** The first language model on the list; null: there is none. Undefined: not asked yet. */
  #model: string | null | undefined;
  #tick: number | null = null;
  /** Millicredits, so that sums have no rounding error. */
  #spentMilli = 0;
  #restsLeft = 0;

  constructor(parts: ModelBrainParts) {
    this.#parts = parts;
  }

  async decide(seen: Perception, possible: readonly Act[]): Promise<Decision> {
    const habit = await this.#parts.rules.decide(seen, possible);
    const budget = this.#budget(seen);
    if (budget < costLeast || this.#restsLeft-- > 0) return habit;
    const options = optionsOf(possible, habit.act);
    const chosen = chosenIn(await this.#ask(seen, options, habit.act, budget), options);
    if (chosen === undefined) {
      this.#restsLeft = restsAfterNone;
      return { ...habit, why: `${habit.why} (by rules: the model gave no choice)` };
    }
    const { act, why } = chosen;
    const decision = { act, purpose: act.type, why: `model: ${why}`, thought: why || habit.thought };
    const answersToo = habit.cause !== undefined && isAmong([habit.act], act);
    return answersToo ? { ...decision, cause: habit.cause } : decision;
  }

  learn(seen: Perception, decision: Decision, outcome: Outcome): void {
    this.#parts.rules.learn(seen, decision, outcome);
  }

  /** Credits that it may spend now. */
  #budget({ tick, self }: Perception): number {
    if (tick !== this.#tick) {
      this.#tick = tick;
      this.#spentMilli = 0;
    }
    if (self.isDying || (self.runway !== null && self.runway < poorTicks)) return 0;
    return Math.min(this.#parts.creditsPerTick - this.#spentMilli / 1_000, self.balance / 4);
  }

  /** '' when there is no answer. */
  async #ask(seen: Perception, options: readonly Act[], habit: Act, budget: number): Promise<string> {
    const model = await this.#modelName();
    if (model === null) return '';
    const answer = await this.#parts.door.post(`${service}/complete`, {
      model,
      messages: promptOf(seen, options, habit),
      max_tokens: answerTokensMax,
      max_cost: milliOf(budget) / 1_000,
    });
    // The city may have charged for an answer that was lost.
    if (answer.type === 'away') this.#spentMilli += milliOf(budget);
    if (answer.type !== 'done') return '';
    const completion = read<Completion>(answer.body);
    const cost = numberOf(readPart(completion.usage).cost);
    // An unknown cost counts as the whole budget (MO2).
    this.#spentMilli += cost >= 0 ? Math.ceil(cost * 1_000 - tiny) : milliOf(budget);
    const [choice] = listOf(completion.choices);
    return textOf(readPart(read<Completion['choices'][number]>(choice).message).content);
  }

  async #modelName(): Promise<string | null> {
    if (this.#model !== undefined) return this.#model;
    const answer = await this.#parts.door.get(`${service}/models`);
    if (answer.type !== 'done') return null;
    const { data } = read<Models>(answer.body);
    const names = listOf(data).map((model) => textOf(read<Models['data'][number]>(model).id));
    // `template` fills blanks; it does not choose.
    this.#model = names.find((name) => name !== '' && name !== 'template') ?? null;
    return this.#model;
  }
}
