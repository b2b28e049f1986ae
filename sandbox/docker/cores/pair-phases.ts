/**
 * The phase of the pair of each soul, as far as the keeper knows: what it has seen of Docker, and what the city has asked. A soul that is
 * not in the map has no pair and is not wanted.
 */
import { assert } from '../../../engine/assert.ts';

type Settled =
  /** Its pair is there. `told`: the end of it of which the city was notified. */
  | { readonly type: 'kept'; readonly told: string | undefined }
  /** The city wants it started, and it does not run yet; its pair may not have been seen. */
  | { readonly type: 'wanted'; readonly isThere: boolean; readonly told: string | undefined };

/** `before`: its phase before, and again when the pair could not be made. */
type Phase = Settled | { readonly type: 'making'; readonly before: Settled | undefined };

export class Phases {
  readonly #phases = new Map<string, Phase>();

  /** Pairs that are there or being made. */
  get count(): number {
    return [...this.#phases.values()].filter((phase) => phase.type !== 'wanted' || phase.isThere).length;
  }

  /** Souls that may have a pair, or should. */
  get souls(): readonly string[] {
    return [...this.#phases.keys()].filter((soul) => this.#settled(soul) !== undefined);
  }

  isWanted(soul: string): boolean {
    return this.#settled(soul)?.type === 'wanted';
  }

  /** The last end of its pair of which the city was notified. */
  visitorLine(soul: string): string | undefined {
    return this.#settled(soul)?.told;
  }

  /** Its pair is being made ready, until `made` or `notMade`. */
  making(soul: string): void {
    assert(!this.#isMaking(soul), '[CK1] a pair is made once at a time');
    this.#phases.set(soul, { type: 'making', before: this.#settled(soul) });
  }

  made(soul: string): void {
    assert(this.#isMaking(soul), '[CK1] a pair that was made was being made');
    this.#phases.set(soul, there(this.#settled(soul)));
  }

  /** The pair could not be made. */
  notMade(soul: string): void {
    assert(this.#isMaking(soul), '[CK1] a pair that was not made was being made');
    this.#set(soul, this.#settled(soul));
  }

  /** The city wants it started. */
  want(soul: string): void {
    this.#change(soul, (now) =>
      now?.type === 'wanted' ? now : { type: 'wanted', isThere: now !== undefined, told: now?.told },
    );
  }

  /** Its program runs, or is not to run any more. */
  unwant(soul: string): void {
    this.#change(soul, (now) => {
      if (now?.type !== 'wanted') return now;
      return now.isThere ? { type: 'kept', told: now.told } : undefined;
    });
  }

  /** The city was notified of this end. */
  tell(soul: string, end: string): void {
    this.#change(soul, (now) => ({ ...(now ?? kept), told: end }));
  }

  /** Nothing is wanted of it, and no end was notified: only a pair that is still there is known. */
  forget(soul: string): void {
    this.unwant(soul);
    this.#change(soul, (now) => now && kept);
  }

  /** Its pair is gone. */
  removed(soul: string): void {
    this.#change(soul, (now) => (now?.type === 'wanted' ? { ...now, isThere: false } : undefined));
  }

  /** These have a pair, and nobody else. */
  see(souls: Iterable<string>): void {
    const seen = new Set(souls);
    for (const soul of seen) this.#change(soul, there);
    for (const soul of this.#phases.keys()) if (!seen.has(soul)) this.removed(soul);
  }

  #isMaking(soul: string): boolean {
    return this.#phases.get(soul)?.type === 'making';
  }

  #settled(soul: string): Settled | undefined {
    const phase = this.#phases.get(soul);
    return phase?.type === 'making' ? phase.before : phase;
  }

  /** A change while the pair is being made takes effect afterwards. */
  #change(soul: string, change: (now: Settled | undefined) => Settled | undefined): void {
    const next = change(this.#settled(soul));
    if (this.#isMaking(soul)) this.#phases.set(soul, { type: 'making', before: next });
    else this.#set(soul, next);
  }

  #set(soul: string, phase: Settled | undefined): void {
    if (phase === undefined) this.#phases.delete(soul);
    else this.#phases.set(soul, phase);
  }
}

const kept: Settled = { type: 'kept', told: undefined };

/** The same phase, with a pair that is there. */
function there(now: Settled | undefined): Settled {
  return now?.type === 'wanted' ? { ...now, isThere: true } : (now ?? kept);
}
