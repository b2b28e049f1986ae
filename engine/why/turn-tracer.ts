/**
 * Notes what happens in turns, one after the other: `turn-trace.ts` tells it. Written out without spreads, and an object for each turn and
 * message: with spreads it took ten times as long.
 */
import type { ActorKind, Image } from '../actor-kind.ts';
import { must } from '../assert.ts';
import type { JournalCommand } from '../command.ts';
import type { Message, Wake } from '../effect.ts';
import type { AccountId, ActorId } from '../ids.ts';
import type { CityState } from '../state/city-state.ts';
import type { Account } from '../state/ledger.ts';
import type { Observe } from '../turn/decision.ts';
import type { Draft } from '../turn/draft.ts';
import type { TurnObserver } from '../turn/turn-observer.ts';
import type { ChangedAccount } from './traced-accounts.ts';
import type { NotedMessage, Origin, RestOfTurn, TurnNotes, TurnTrace } from './turn-trace.ts';

type Heard = { -readonly [Key in keyof NotedMessage]: NotedMessage[Key] };

/** Most messages bear nobody and ask for nothing. */
const none: never[] = [];
const noRest: RestOfTurn = { postings: none, accounts: none, treasury: null, taken: null, askedIn: null };
const byCommand: Origin = { type: 'command' };

/** Traces turns one after the other. Its `observe` belongs to the kinds of the state that it observes. */
export class TurnTracer implements TurnObserver {
  #draft: Draft | undefined;
  #command: JournalCommand | undefined;
  /** Those of the turn that is under way. */
  readonly #heard: Heard[] = [];
  #hearing: Heard | undefined;
  /** By its place in the queue: the message that sent it. */
  readonly #senders = new Map<number, number>();
  #queued = 0;
  #taken = 0;
  #next: Origin | undefined;
  #wake: TurnTrace['taken'] = null;
  #isDeciding = false;
  readonly #before: Image[] = [];
  #last: TurnNotes | undefined;

  readonly observe: Observe = ({ transitions }) => {
    const heard = this.#isDeciding ? this.#hearing : undefined;
    if (heard !== undefined) heard.steps = heard.steps === none ? transitions : [...heard.steps, ...transitions];
  };

  /** The kinds, observed. */
  observed(kinds: readonly ActorKind[]): readonly ActorKind[] {
    return kinds.map((kind) => ({ ...kind, observe: this.observe }));
  }

  /** Of the turn that was drafted last. */
  get notes(): TurnNotes | undefined {
    return this.#last;
  }

  /** Those who heard its messages, as each was before: until the next turn begins. */
  get before(): readonly Image[] {
    return this.#before;
  }

  begins(draft: Draft, command: JournalCommand): void {
    this.#draft = draft;
    this.#command = command;
    this.#heard.length = 0;
    this.#hearing = undefined;
    this.#before.length = 0;
    if (this.#senders.size > 0) this.#senders.clear();
    this.#queued = 0;
    this.#taken = 0;
    this.#next = undefined;
    this.#wake = null;
  }

  takes(queued: number): void {
    this.#noteSent();
    // The queue begins anew with what owners of accounts that run low hear.
    if (queued === 0) this.#queued = must(this.#draft, 'a draft').queue.length;
    this.#taken = queued;
  }

  wakes(actor: ActorId, wake: Wake): void {
    const { turn, type } = must(this.#command, 'a command');
    const ownSetter =
      wake.turn === turn ? 1 + this.#heard.findLastIndex((one) => asks(one, actor, wake.event.type)) : 0;
    this.#wake = type === 'wake.dropped' || type === 'wake.deferred' ? { actor, wake } : null;
    if (ownSetter > 0) this.#next = { type: 'message', number: ownSetter };
    else if (wake.turn === turn) this.#next = { type: 'command' };
    else this.#next = { type: 'wake', turn: wake.turn ?? null, tick: wake.tick };
  }

  derives(): void {
    this.#next = { type: 'derived' };
  }

  hears(image: Image, event: Message): void {
    const { id, state } = image;
    this.#before.push(image);
    this.#noteSent();
    const { queue, postings, events } = must(this.#draft, 'a draft');
    const origin = this.#originOf(id, this.#heard.length + 1);
    this.#queued = queue.length;
    const heard: Heard = {
      origin,
      to: id,
      event,
      from: state,
      state,
      steps: none,
      born: none,
      asked: none,
      postingsFrom: postings.length,
      eventsFrom: events.length,
      next: undefined,
    };
    const before = this.#hearing;
    if (before !== undefined) before.next = heard;
    this.#heard.push(heard);
    this.#hearing = heard;
    this.#isDeciding = true;
  }

  decided(state: string): void {
    this.#isDeciding = false;
    const heard = this.#hearing;
    if (heard !== undefined) heard.state = state;
  }

  born(actor: ActorId): void {
    const heard = this.#hearing;
    if (heard !== undefined) heard.born = [...heard.born, actor];
  }

  sets(actor: ActorId, { type }: Message): void {
    const heard = this.#hearing;
    if (heard !== undefined) heard.asked = [...heard.asked, { actor, event: type }];
  }

  ends(): void {
    const [draft, command] = [must(this.#draft, 'a draft'), must(this.#command, 'a command')];
    const { counters } = draft.state;
    this.#last = {
      command,
      tick: draft.tick,
      first: this.#heard[0],
      rest: this.#restOf(draft, command),
      seqBefore: counters.seq,
      published: draft.events.length,
    };
  }

  #restOf(draft: Draft, command: JournalCommand): RestOfTurn {
    const { state, accounts, postings } = draft;
    const hasTicked = draft.tick !== state.counters.tick;
    if (accounts.size === 0 && !hasTicked && this.#wake === null && command.type !== 'performed') return noRest;
    return {
      postings: postings.length === 0 ? none : postings,
      accounts: accounts.size === 0 ? none : [...accounts].map(([id, is]) => changed(state, id, is)),
      treasury: hasTicked ? changed(state, 'treasury', accounts.get('treasury')) : null,
      taken: this.#wake,
      askedIn: command.type === 'performed' ? askedIn(draft, command) : null,
    };
  }

  /** What has come into the queue since was sent by what was heard last. */
  #noteSent(): void {
    const { length } = must(this.#draft, 'a draft').queue;
    for (let at = this.#queued; at < length; at++)
      if (this.#heard.length > 0) this.#senders.set(at, this.#heard.length);
    this.#queued = length;
  }

  #originOf(id: ActorId, number: number): Origin {
    const next = this.#next;
    this.#next = undefined;
    if (next?.type === 'derived' && !must(this.#draft, 'a draft').state.hasDerivedWake(id)) {
      // It became due in this turn.
      return number > 1 ? { type: 'message', number: number - 1 } : byCommand;
    }
    if (next !== undefined) return next;
    const sender = this.#senders.get(this.#taken) ?? this.#payerOf(id);
    this.#senders.delete(this.#taken);
    return sender === undefined ? byCommand : { type: 'message', number: sender };
  }

  /** The message that moved credits of the account last: its owner hears that they run low. */
  #payerOf(id: AccountId): number | undefined {
    const { postings } = must(this.#draft, 'a draft');
    const at = postings.findLastIndex(({ from, to }) => from === id || to === id);
    const heard = this.#heard.findLastIndex(({ postingsFrom }) => postingsFrom <= at);
    return this.#heard.length === 0 ? undefined : Math.max(heard, 0) + 1;
  }
}

const asks = ({ asked }: Heard, actor: ActorId, event: string): boolean =>
  asked.some((one) => one.actor === actor && one.event === event);

/** Before the draft is sealed. */
const changed = (state: CityState, account: AccountId, is: Account | undefined): ChangedAccount => {
  const was = state.account(account);
  return { account, was, is: is ?? was };
};

/** The actor may have left with its end. */
function askedIn({ state }: Draft, { actor, call }: JournalCommand & { type: 'performed' }): number | null {
  return state.images.get(actor)?.calls.find(({ id }) => id === call)?.turn ?? null;
}
