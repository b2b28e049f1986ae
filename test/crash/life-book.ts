/** Statistics of residents' lives, read from the public events of a city: counts, and a line for each resident. */
import { type Fields, fieldsOf, numberOf, textOf } from '../../client/wire.ts';

interface Life {
  readonly name: string;
  readonly born: number;
  died: number | null;
  cause: string;
  place: string;
  /** `performance.now()` of the last thing that it did. */
  actedAt: number;
  words: number;
  walks: number;
  earned: number;
  built: number;
  calls: number;
  children: number;
  readonly met: Set<string>;
}

export class LifeBook {
  readonly #lives = new Map<string, Life>();
  readonly #counts = new Map<string, number>();
  tick = 0;

  note(event: Fields): void {
    const type = textOf(event['type']);
    const actor = textOf(event['actor']);
    const data = fieldsOf(event['data']);
    this.tick = Math.max(this.tick, numberOf(event['tick']) || 0);
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    if (type === 'resident.born') this.#born(textOf(event['subject']), data);
    if (type === 'job.completed') this.#paid(data);
    if (type === 'resident.died') this.#died(textOf(event['subject']), textOf(data['cause']));
    else if (this.#lives.has(actor)) this.#did(actor, type, textOf(event['location']));
  }

  /** Lives that ended for want of credits. */
  get starved(): readonly string[] {
    return [...this.#lives].flatMap(([id, { cause }]) => (cause === 'credit' ? [id] : []));
  }

  /** There is everything that a life here has. */
  get isAlive(): boolean {
    return ['message.broadcast', 'resident.arrived', 'job.completed', 'soul.born'].every(
      (type) => this.#count(type) > 0,
    );
  }

  silentFor(ms: number): readonly string[] {
    const now = performance.now();
    return [...this.#lives].flatMap(([id, { died, actedAt }]) => (died === null && now - actedAt > ms ? [id] : []));
  }

  summary(): string {
    const living = [...this.#lives.values()].filter(({ died }) => died === null).length;
    return `${living} live, ${this.#lives.size} were born, ${this.starved.length} starved`;
  }

  report(): readonly string[] {
    const lives = [...this.#lives];
    const pairs = lives.reduce((sum, [, { met }]) => sum + met.size, 0) / 2;
    const earned = lives.reduce((sum, [, life]) => sum + life.earned, 0);
    const counts = [...this.#counts].sort(([, a], [, b]) => b - a).map(([type, count]) => `${type} ${count}`);
    return [
      `${this.tick} ticks, ${this.summary()}, ${pairs} pairs met, ${earned} credits earned by work`,
      counts.join(', '),
      ...lives.map(([id, one]) => `${id}: ${lifeText(one)}`),
    ];
  }

  #count(type: string): number {
    return this.#counts.get(type) ?? 0;
  }

  #born(id: string, data: Fields): void {
    const mentor = this.#lives.get(textOf(data['mentor']));
    if (mentor !== undefined) mentor.children += 1;
    const counts = { words: 0, walks: 0, earned: 0, built: 0, calls: 0, children: 0 };
    const life = { name: textOf(data['name']), born: this.tick, died: null, cause: '', place: '', ...counts };
    this.#lives.set(id, { ...life, actedAt: performance.now(), met: new Set() });
  }

  #died(id: string, cause: string): void {
    const life = this.#lives.get(id);
    if (life !== undefined) Object.assign(life, { died: this.tick, cause });
  }

  #paid(data: Fields): void {
    const life = this.#lives.get(textOf(data['claimer']));
    if (life !== undefined) life.earned += numberOf(data['reward']);
  }

  #did(id: string, type: string, place: string): void {
    const life = this.#lives.get(id);
    if (life === undefined) return;
    life.actedAt = performance.now();
    if (type === 'resident.arrived') Object.assign(life, { walks: life.walks + 1, place });
    if (type === 'message.broadcast') this.#meet(life, id);
    if (type === 'pod.deployed') life.built += 1;
    if (type === 'service.called') life.calls += 1;
  }

  /** Whoever hears it has met whoever says it. */
  #meet(life: Life, id: string): void {
    life.words += 1;
    for (const [otherId, other] of this.#lives) {
      if (otherId === id || other.died !== null || other.place !== life.place) continue;
      life.met.add(otherId);
      other.met.add(id);
    }
  }
}

function lifeText({ name, born, died, cause, words, walks, earned, built, calls, children, met }: Life): string {
  const end = died === null ? 'lives' : `died at ${died} (${cause})`;
  const did = `${words} words, ${walks} walks, ${earned} credits earned, ${built} built, ${calls} services tried`;
  return `${name}, born at ${born}, ${end}: ${did}, ${children} brought up, met ${met.size}`;
}
