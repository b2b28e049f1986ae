/** The form of a soul: what is typed, its mistakes, and the result of sending it. */
import { createSignal } from 'solid-js';
import { createStore } from 'solid-js/store';
import type { Refusal } from '../lib/api.ts';
import { Keys } from '../lib/idempotency-keys.ts';
import { canBeLeft } from '../lib/limits.ts';
import type { SoulTerms } from '../lib/soul-terms.ts';
import type { Framework } from './answers.ts';
import { exampleOf } from './examples.ts';
import { type FormField, fieldsOf, read } from './form-of-schema.ts';
import { show } from './part-address.ts';
import { requests } from './requests.ts';
import { beyond, faultsIn, plainly } from './soul-words.ts';
import { type Draft, forgetDraft, keepDraft, keptDraft } from './unsent-soul.ts';
import type { Visit } from './visit.ts';

type Faults = Readonly<Record<string, string>>;

export interface SoulFormOptions {
  readonly visit: Visit;
  /** At least one. */
  readonly frameworks: readonly [Framework, ...Framework[]];
  readonly terms: SoulTerms;
}

export class SoulForm {
  readonly draft: Draft;
  readonly #options: SoulFormOptions;
  readonly #setDraft: (change: Partial<Draft>) => void;
  readonly #keys = new Keys();
  readonly #wrong = createSignal<Faults>({});
  readonly #busy = createSignal<string>();
  readonly #refusal = createSignal<Refusal>();
  #examples = 0;

  constructor(options: SoulFormOptions) {
    const { visit, frameworks, terms } = options;
    const [first] = frameworks;
    const { id } = frameworks.find((one) => one.id === 'default') ?? first;
    const kept = keptDraft(visit.known.me.id);
    const isGood = kept !== undefined && frameworks.some((one) => one.id === kept.framework);
    const empty: Draft = { framework: id, typed: {}, livedBy: terms.city_lives ? 'city' : 'me' };
    const [draft, setDraft] = createStore<Draft>(isGood ? kept : empty);
    this.#options = options;
    this.draft = draft;
    this.#setDraft = (change) => {
      setDraft(change);
      keepDraft(visit.known.me.id, draft);
    };
  }

  /** A signal, like all that follow. */
  get framework(): Framework {
    const { frameworks } = this.#options;
    return frameworks.find(({ id }) => id === this.draft.framework) ?? frameworks[0];
  }

  get fields(): readonly FormField[] {
    return fieldsOf(this.framework.soul_schema ?? {});
  }

  get wrong(): Faults {
    return this.#wrong[0]();
  }

  /** The button's text while it is sent. */
  get busy(): string | undefined {
    return this.#busy[0]();
  }

  get refusal(): Refusal | undefined {
    return this.#refusal[0]();
  }

  /** True where the resident can be left to the city: minds live here, and the framework needs no container. */
  get canBeLeft(): boolean {
    return canBeLeft(this.#options.terms.city_lives, this.framework.runtime.type);
  }

  typed(field: FormField): string {
    return this.draft.typed[field.name] ?? field.first;
  }

  type(name: string, value: string): void {
    this.#setDraft({ typed: { ...this.draft.typed, [name]: value } });
  }

  choose(framework: string): void {
    this.#setDraft({ framework });
  }

  leaveTo(livedBy: Draft['livedBy']): void {
    this.#setDraft({ livedBy });
  }

  takeExample(): void {
    const example = exampleOf(this.framework, this.#examples);
    this.#examples += 1;
    this.#setDraft({ typed: { ...this.draft.typed, ...example } });
    this.#wrong[1]({});
  }

  /** Sends it; resolves to false when something is wrong with it. */
  async send(): Promise<boolean> {
    const { fields, framework } = this;
    const typed = Object.fromEntries(fields.map((field) => [field.name, this.typed(field)]));
    const { soul, wrong } = read(fields, framework.soul_schema ?? {}, typed);
    this.#refusal[1](undefined);
    this.#wrong[1](wrong);
    if (Object.keys(wrong).length > 0) return false;
    const livedBy = this.canBeLeft ? { lived_by: this.draft.livedBy } : {};
    return this.#submit({ ...soul, framework: framework.id, ...livedBy });
  }

  async #submit(body: object): Promise<boolean> {
    const { visit } = this.#options;
    this.#busy[1]('Sending …');
    try {
      const { id } = await requests.writeSoul(body, this.#keys.of(body));
      forgetDraft(visit.known.me.id);
      await visit.fetchAgain();
      show({ part: 'soul', id });
      return true;
    } catch (thrown) {
      const refusal = plainly(thrown);
      const names = this.fields.map(({ name }) => name);
      this.#refusal[1](beyond(refusal, names));
      this.#wrong[1](faultsIn(refusal));
      return false;
    } finally {
      this.#busy[1](undefined);
    }
  }
}
