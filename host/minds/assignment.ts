/**
 * Assigns residents to the minds of this city: who is lived, by which token, and which souls the city itself puts into the queue. The
 * process of the minds is `host/minds/host.ts`.
 *
 * An event of the feed causes a look at the city, at most one at a time; so does a tick. The token of a resident that was born of a soul
 * is made when a mind is to live it, and is kept in this process alone: another start of the city makes another one, which the chart of
 * the soul refuses once somebody else has got a token (MD2). Tokens of founders lie in the data folder.
 */
import { command } from '../../actors/registry.ts';
import { commons, locationActor, soulActor } from '../../actors/rules/place/names.ts';
import { type Shown, view } from '../../actors/views.ts';
import type { City, FeedItem } from '../../engine/city-interface.ts';
import type { Log } from '../../engine/ports.ts';
import type { MindStanding } from '../../gateways/minds-status.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { newToken } from '../../gateways/souls/new-tokens.ts';
import { submitSoul } from '../../gateways/souls/written-soul.ts';
import type { DataFolder } from '../../persistence/data-folder.ts';
import { foundersToLive } from '../founding/founders.ts';
import { ownSoul } from '../founding/own-souls.ts';
import type { Life, MindsHost } from './host.ts';

/** Events after which other residents may have to be lived. */
const occasions: ReadonlySet<string> = new Set([
  'resident.born',
  'soul.born',
  'resident.died',
  'token.replaced',
  'token.ended',
]);

export interface MindsGround {
  readonly city: City;
  readonly folder: DataFolder;
  readonly log: Log;
  readonly host: Pick<MindsHost, 'live'>;
  /** Founders who are lived. */
  readonly founders: number;
  /** Residents who are lived at the same time. */
  readonly mindsMax: number;
}

/** The phase of a resident whom a mind of the city lives, or lived. */
type Phase =
  /** Lived by the token in the data folder. */
  | { readonly type: 'founder' }
  /** Lived by a token that this process has made. */
  | { readonly type: 'lent'; readonly token: string }
  /** A mind has reported that it cannot live the resident. */
  | { readonly type: 'given up' };

export class MindsAssignment {
  readonly #ground: MindsGround;
  /** By resident. No mind of the city lives a resident that is not in it. */
  readonly #phases = new Map<string, Phase>();
  /** Tokens of founders that belonged to no living resident: whether one has left the city is asked of the database. */
  readonly #lost = new Set<string>();
  readonly #unsubscribe: () => void;
  #looking: Promise<void> | undefined;
  #isToLook = false;
  #isToSow = false;
  #isClosed = false;
  /** Why the last look failed: logged once. */
  #trouble = '';
  /** How many more residents can be lived; below zero by the number of those who wait. */
  #free = 0;

  /** Begins. */
  constructor(ground: MindsGround) {
    this.#ground = ground;
    this.#unsubscribe = ground.city.subscribe((items) => this.#hear(items));
    this.#look();
  }

  /** Residents who wait for a mind. */
  get waiting(): number {
    return Math.max(0, -this.#free);
  }

  /** The status of the mind of a resident that is left to minds; null: of one that were born now. */
  standing(resident: string | null): Exclude<MindStanding, 'lives'> {
    const phase = resident === null ? undefined : this.#phases.get(resident);
    if (phase !== undefined) return phase.type === 'given up' ? 'gave_up' : 'begins';
    return this.#free > 0 ? 'begins' : 'waits';
  }

  /** A mind reports that its resident is dead, or another's. The city knows better, but no mind is assigned to it again. */
  giveUp(resident: string): void {
    this.#phases.set(resident, { type: 'given up' });
    this.#look();
  }

  /** Resolves when no look is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    await this.#looking;
  }

  #hear(items: readonly FeedItem[]): void {
    let isOccasion = false;
    for (const item of items) {
      if (item.type !== 'event') continue;
      const isTick = item.event.type === 'tick.completed';
      if (isTick) this.#isToSow = true;
      // Founders come back with new tokens, or with one that was kept before.
      if (item.event.type === 'resident.born') this.#lost.clear();
      isOccasion ||= isTick || occasions.has(item.event.type);
    }
    if (isOccasion) this.#look();
  }

  /** Looks now, or once more after the look that is under way. */
  #look(): void {
    this.#isToLook = true;
    this.#looking ??= this.#lookOn();
  }

  async #lookOn(): Promise<void> {
    while (this.#isToLook && !this.#isClosed) {
      this.#isToLook = false;
      const isTick = this.#isToSow;
      this.#isToSow = false;
      try {
        const minded = await this.#minded();
        await this.#assign(minded);
        if (isTick) await this.#sow(minded.sown);
        this.#trouble = '';
      } catch (cause) {
        this.#complain(String(cause));
      }
    }
    // At once: whoever wants a look from now on begins it.
    this.#looking = undefined;
  }

  /** A look that failed is repeated at the next event. */
  #complain(trouble: string): void {
    if (trouble !== this.#trouble)
      this.#ground.log.warn({ cause: trouble }, 'minds of the city could not be looked after');
    this.#trouble = trouble;
  }

  async #minded(): Promise<Shown<'minded'>> {
    const limit = this.#ground.mindsMax + this.#givenUp.length;
    const viewed = await this.#ground.city.view(view('minded', { limit }));
    if (viewed.type === 'refused') throw new Error(`the city does not say whom minds are to live: ${viewed.code}`);
    return viewed.value;
  }

  /** Founders, then those born of souls in the order of their births (MD1). */
  async #assign({ items, total }: Shown<'minded'>): Promise<void> {
    const { city, folder, host, founders, mindsMax } = this.#ground;
    const held = await foundersToLive(city, folder, founders, this.#lost);
    const wanted = new Set([...held.map(({ id }) => id), ...items.map(({ resident }) => resident)]);
    for (const gone of this.#givenUp) if (!wanted.has(gone)) this.#phases.delete(gone);
    const lives: Life[] = held.flatMap(({ id, token }) => (this.#isGivenUp(id) ? [] : [{ resident: id, token }]));
    for (const { soul, resident } of items) {
      if (lives.length >= mindsMax) break;
      const phase = this.#phases.get(resident);
      if (phase?.type === 'given up') continue;
      const token = phase?.type === 'lent' ? phase.token : await this.#lend(soul, resident);
      if (token !== undefined) lives.push({ resident, token });
    }
    const assigned = lives.slice(0, mindsMax);
    this.#keep(assigned);
    this.#free = mindsMax - (held.length + total - this.#givenUp.length);
    if (!this.#isClosed) host.live(assigned);
  }

  /** From now on these residents are lived, and no others. */
  #keep(assigned: readonly Life[]): void {
    const residents = new Set(assigned.map(({ resident }) => resident));
    for (const [resident, { type }] of this.#phases)
      if (type !== 'given up' && !residents.has(resident)) this.#phases.delete(resident);
    for (const resident of residents) if (!this.#phases.has(resident)) this.#phases.set(resident, { type: 'founder' });
  }

  get #givenUp(): readonly string[] {
    return [...this.#phases.keys()].filter((resident) => this.#isGivenUp(resident));
  }

  #isGivenUp(resident: string): boolean {
    return this.#phases.get(resident)?.type === 'given up';
  }

  /** A token for the mind that lives the resident; undefined when somebody else has got one meanwhile (MD2). */
  async #lend(soul: string, resident: string): Promise<string | undefined> {
    const token = newToken();
    const said = { type: 'mind.lives', token: tokenHash(token) } as const;
    const outcome = await this.#ground.city.submit(command(soulActor(soul), said, { caller: 'city' }));
    if (outcome.type === 'applied') {
      if (!this.#isGivenUp(resident)) this.#phases.set(resident, { type: 'lent', token });
      return token;
    }
    // A resident for whom this fails now delays nobody behind it: it is tried again at the next look.
    if (outcome.code !== 'invalid_state' && outcome.code !== 'resident_dead')
      this.#complain(`no mind can live ${resident}: ${outcome.code}`);
    return undefined;
  }

  /** Sows the next of the city's own souls. The city decides whether one is due (SO9). */
  async #sow(nth: number): Promise<void> {
    const { city, mindsMax } = this.#ground;
    const outcome = await submitSoul(city, ownSoul(nth), ({ text, ...written }) =>
      city.submit(
        command(
          locationActor(commons),
          { type: 'soul.due', nth, mindsFree: this.#free, mindsMax, ...written },
          { caller: 'city', contents: [text] },
        ),
      ),
    );
    // A soul waits already.
    if (outcome.type === 'refused' && outcome.code !== 'invalid_state')
      throw new Error(`the city does not take its own soul number ${nth}: ${outcome.code}`);
  }
}
