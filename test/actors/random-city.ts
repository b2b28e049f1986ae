/**
 * A city in which residents build, ask, approve, call and die as a seed says, with arguments that are mostly sensible; and
 * what must hold of it after every turn, at every rest, and for every city that is read back or replayed from its store.
 */

import type { SandboxResult, ServiceResult } from '../../actors/effects.ts';
import { kinds } from '../../actors/index.ts';
import { indexes } from '../../actors/indexes.ts';
import type { ConnectionContext } from '../../actors/kinds/connection/messages.ts';
import type { StationContext } from '../../actors/kinds/portal-station/messages.ts';
import { placeActor, residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { Command } from '../../engine/command.ts';
import { recover } from '../../engine/commit/recovery.ts';
import { replay } from '../../engine/commit/replay.ts';
import { type AccountId, type ActorId, contentHash, kindOf } from '../../engine/ids.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { rounds } from '../engine/held-journal.ts';
import { cityHash } from '../engine/turns-without-city.ts';
import { Dice } from '../simulation/dice.ts';
import { FakeSandbox, finished, found, openWorld, silentLog, type World } from '../world.ts';
import { heldInImages } from './built-places.ts';
import { type ArrivalsSeen, checkedArrivals } from './checked-arrivals.ts';
import { any, randomAct } from './random-acts.ts';
import { fromOutside } from './random-outside.ts';

const env = {
  CONNECTION_REQUEST_TICKS: '3',
  MAX_LIFESPAN_TICKS: '1000',
  JOB_TICKS: '8',
  JOB_ANSWER_TICKS: '3',
  JOB_REVIEW_TICKS: '3',
  JOB_KEPT_TICKS: '3',
  PRINT_ANSWER_TICKS: '5',
  PRINT_WINDOW_TICKS: '3',
  PRINT_KEPT_TICKS: '2',
};
const secret = 'a secret of the tests';
const names = ['anna', 'bert', 'carl', 'dora', 'emil', 'fran', 'gina', 'hugo'];
export class RandomCity {
  readonly violations: string[] = [];
  /** How often each outcome came, and each event was published. */
  readonly outcomes = new Map<string, number>();
  readonly arrivals: ArrivalsSeen = { compared: 0, differences: [] };
  readonly #dice: Dice;
  readonly #store = new MemoryStore();
  readonly #waiting: (() => void)[] = [];
  #world: World | undefined;
  #opened = 0;
  #folk: string[] = [];

  constructor(seed: number) {
    this.#dice = new Dice(seed);
  }

  async live(steps: number): Promise<void> {
    await this.#open();
    for (let n = 0; n < steps; n++) {
      await this.#step(n);
      await this.#rest();
      this.#check(`step ${n}`);
    }
    await this.#readBack('at the end');
    await this.#replayed();
  }

  get publishedTypes(): ReadonlySet<string> {
    return new Set(this.#store.events.map(({ type }) => type));
  }

  get #city(): World['city'] {
    if (this.#world === undefined) throw new Error('the city is not open');
    return this.#world.city;
  }

  get #images(): Image[] {
    return [...this.#city.state.images.values()];
  }

  async #open(): Promise<void> {
    const opened = ++this.#opened;
    const sandbox = new FakeSandbox();
    sandbox.comes = () => this.#runs();
    sandbox.serves = () => this.#serves();
    sandbox.archives = () => this.#archives();
    const error = (fields: object, message: string) =>
      this.#opened === opened && this.violations.push(`${message}: ${JSON.stringify(fields)}`);
    this.#world = await openWorld({
      store: this.#store,
      sandbox,
      env,
      log: { ...silentLog, error },
      views: checkedArrivals(() => this.#city.state, this.arrivals),
      onSealed: ({ command }, state) =>
        this.#opened === opened && this.#audit(state, `turn ${state.counters.turn} (${command.type})`),
    });
  }

  /** What comes of a run: now or later, well or not. */
  #runs(): Promise<SandboxResult> {
    const dice = this.#dice;
    const outcome = dice.pick([
      'finished',
      'finished',
      'finished',
      'timed_out',
      'out_of_memory',
      'failed',
      'lost',
    ] as const);
    const result: SandboxResult = {
      ...finished,
      outcome,
      output: '1',
      store: dice.oneIn(3) ? contentHash(`${dice.between(1, 99)}`) : null,
    };
    return this.#soonOrLater(result, 10);
  }

  /** What comes of a call of a global service: a cost, more than was held, or none. */
  #serves(): Promise<ServiceResult> {
    const cost = this.#dice.pick([0, 1, 1_999, 30_001, null]);
    return this.#soonOrLater(cost === null ? { type: 'failed', code: 'service_failed' } : { type: 'served', cost }, 10);
  }

  async #archives(): Promise<void> {
    await this.#soonOrLater(undefined, 3);
  }

  #soonOrLater<Result>(result: Result, failsOneIn: number): Promise<Result> {
    const fails = this.#dice.oneIn(failsOneIn);
    return new Promise((resolve, reject) => {
      const end = () => (fails ? reject(new Error('nobody does it')) : resolve(result));
      if (this.#dice.oneIn(2)) end();
      else this.#waiting.push(end);
    });
  }

  async #step(n: number): Promise<void> {
    const dice = this.#dice;
    if (n < names.length || dice.oneIn(40)) return this.#found(n);
    if (dice.oneIn(14)) return void (await this.#city.tick());
    if (dice.oneIn(12)) return this.#waiting.splice(dice.between(0, this.#waiting.length), 1)[0]?.();
    if (dice.oneIn(8)) return this.#submit(fromOutside(this.#city.state, dice));
    if (dice.oneIn(50)) return void (await this.#city.checkpoint());
    if (dice.oneIn(70)) return this.#restart();
    // Some at one moment: what one makes due the next may meet.
    const crowd = Array.from({ length: dice.oneIn(4) ? 3 : 1 }, () => this.#attempt());
    await Promise.race([Promise.all(crowd), rounds(4)]);
  }

  async #found(n: number): Promise<void> {
    const credits = this.#dice.pick([30_000, 300_000, 3_000_000, 3_000_000]);
    this.#folk.push(await found(this.#city, names[n % names.length] ?? 'zoe', credits, this.#dice.between(5, 400)));
  }

  async #attempt(): Promise<void> {
    const alive = this.#folk.filter((id) => this.#city.state.imageOf(residentActor(id))?.state !== 'dead');
    const builder = this.#dice.oneIn(8) ? this.#builder() : undefined;
    const who = builder ?? any(this.#dice, this.#dice.oneIn(20) ? this.#folk : alive, 'nobody-0');
    const event = randomAct(
      this.#city.state,
      this.#folk,
      who,
      this.#dice,
      builder === undefined ? undefined : 'deploy',
    );
    const awaits = ['run_code', 'call_service', 'call_global_service'].includes(event.type);
    // Whatever it does, it is answered what it would be shown on arrival: what is kept of that is old at any change.
    const reply = view('arrival', { resident: who, exit: 'none' });
    await this.#submit({ to: residentActor(who), caller: residentActor(who), event, awaits, reply });
  }

  async #submit(command: Command): Promise<void> {
    const { event } = command;
    const outcome = await this.#city.submit(command);
    const end = `${event.type} ${outcome.type === 'applied' ? 'applied' : outcome.code}`;
    this.outcomes.set(end, (this.outcomes.get(end) ?? 0) + 1);
    if (outcome.type === 'refused' && outcome.code === 'internal_error')
      this.violations.push(`${JSON.stringify(event)} failed`);
    if (outcome.type === 'refused' && outcome.applied !== false)
      this.violations.push(`${event.type} may have happened`);
  }

  /** Somebody who stands where its workshop could be deployed. */
  #builder(): string | undefined {
    const builders = this.#images.flatMap(({ state, context }) => {
      const who = String(context['representative']);
      const stands = this.#city.state.images.get(residentActor(who))?.context['location'];
      return state === 'workshop.ready' && stands === context['birthplace'] ? [who] : [];
    });
    return any(this.#dice, builders, undefined);
  }

  /** Resolves when nothing more is due. */
  async #rest(): Promise<void> {
    for (let n = 0; n < 20; n++) {
      await rounds(2);
      if (this.#city.state.due.size === 0) return;
    }
    this.violations.push(`[K3] does not come to rest: ${[...this.#city.state.due].join()}`);
  }

  /** Money, after every turn (L1, L5, L7). */
  #audit(state: CityState, where: string): void {
    const { credits, burn, overdrawn } = state.totals();
    if (credits !== 0 || burn !== 0 || overdrawn.length > 0)
      this.violations.push(`[L7] ${where}: ${credits}, ${burn}, ${overdrawn.join()}`);
    const [held, escrow] = [
      heldInImages(state.images.values()),
      balanceAt(state.account('escrow'), state.counters.tick),
    ];
    if (held !== escrow) this.violations.push(`[L5] ${where}: ${escrow} in escrow, ${held} held`);
    const beyond = surplusOf(state);
    if (beyond !== state.accountWatch.surplus)
      this.violations.push(`[L9] ${where}: ${state.accountWatch.surplus} beyond a share each, should be ${beyond}`);
  }

  /** Everything, at rest. */
  #check(where: string): void {
    const { state } = this.#city;
    const wrong = (what: string) => void this.violations.push(`${where}: ${what}`);
    for (const { id, state: leaf, context } of this.#images) {
      if (state.hasDerivedWake(id)) wrong(`[K2] ${id} ${leaf} has something due`);
      if (leaf === 'deployed' && !state.reaches(id)) wrong(`${id} is deployed and not reached`);
      if (leaf === 'orphaned' && state.reaches(id)) wrong(`${id} is orphaned and reached`);
      if (leaf === 'shut_down' && balanceAt(state.account(id as ActorId), state.counters.tick) !== 0)
        wrong(`${id} has ended and has credits`);
      if (id.startsWith('resident:') && leaf !== 'dead' && !state.images.has(placeActor(String(context['location']))))
        wrong(`${id} stands nowhere: ${context['location']}`);
      if (id.startsWith('job:') && (Number(context['held']) === 0) === ['open', 'claimed', 'submitted'].includes(leaf))
        wrong(`${id} is ${leaf} and holds ${context['held']}`);
      if (id.startsWith('print:') && (Number(context['held']) === 0) === (leaf === 'queued'))
        wrong(`${id} is ${leaf} and holds ${context['held']}`);
      if (id.startsWith('portal-station:')) this.#checkStation(context as StationContext, leaf, wrong);
      if (leaf === 'approved.open') {
        const { from, to } = (context as ConnectionContext).terms;
        for (const end of [from, to])
          if (state.kind(placeActor(end)).ended?.(state.images.get(placeActor(end)) as Image))
            wrong(`${id} leads to ${end}, which has ended`);
      }
    }
  }

  /** Its place stands, and what waits there to be printed is no more than it may take (PS1, PS4). */
  #checkStation({ id, location }: StationContext, leaf: string, wrong: (what: string) => void): void {
    const { state } = this.#city;
    const place = state.images.get(placeActor(location));
    const stands = place !== undefined && state.kind(place.id).ended?.(place) !== true;
    if (leaf !== 'closed' && !stands) wrong(`${id} is ${leaf}, and ${location} has ended`);
    const waiting = state.index(indexes.prints).count(`queued ${id}`);
    if (waiting > (leaf === 'closed' ? 0 : 12)) wrong(`${waiting} prints wait at ${id}, which is ${leaf}`);
  }

  async #restart(): Promise<void> {
    await this.#readBack('before a restart');
    this.#opened += 1;
    this.#waiting.length = 0;
    await this.#world?.crash();
    await this.#open();
    await this.#rest();
    if (this.#images.some(({ id }) => id.startsWith('call:')))
      this.violations.push('[J4] a call is open after a restart');
  }

  /** What a start would find is what is there (J2). */
  async #readBack(where: string): Promise<void> {
    const { journal, checkpoints } = memoryPersistence(this.#store);
    const { state } = this.#city;
    const other = new CityState(kinds, secret, state.counters.settings);
    await recover(other, journal, checkpoints);
    if (cityHash(other) !== cityHash(state)) this.violations.push(`[J2] another city ${where}`);
    for (const { id } of this.#images)
      if (other.reaches(id) !== state.reaches(id)) this.violations.push(`[J2] another map ${where}: ${id}`);
  }

  /** The commands alone give the same city (J1). */
  async #replayed(): Promise<void> {
    const { state } = this.#city;
    const other = new CityState(kinds, secret, state.counters.settings);
    await replay(other, memoryPersistence(this.#store).journal);
    if (cityHash(other) !== cityHash(state)) this.violations.push('[J1] commands and images give different cities');
  }
}

/** What lies in wallets and pools, and what residents hold beyond one share each, by a walk over all accounts. */
function surplusOf({ accounts, counters: { tick, settings } }: CityState): number {
  const share = must(settings['PUBLIC_WORKS_SUPPLY_PER_RESIDENT'], 'a share');
  const shares: Readonly<Record<string, number>> = { resident: share, pod: 0, visitor: 0 };
  const shareOf = (id: AccountId) => (id === 'treasury' || id === 'escrow' ? undefined : shares[kindOf(id)]);
  const beyond = (id: AccountId) =>
    balanceAt(must(accounts.get(id), id), tick) - (shareOf(id) ?? Number.POSITIVE_INFINITY);
  return [...accounts.keys()].reduce((sum, id) => sum + Math.max(0, beyond(id)), 0);
}
