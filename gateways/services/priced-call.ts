/**
 * A priced call, from its hold to its answer. The turns carry a reference; input and output are kept here.
 *
 *   submit (hold) -> run: the handler -> conclude (charge) -> the answer, with its bill
 */
import type { ServiceResult } from '../../actors/effects.ts';
import type { BillShown } from '../../actors/kinds/service-call/messages.ts';
import { commandAndWait } from '../../actors/registry.ts';
import type { Availability } from '../../actors/rules/place/availability.ts';
import { half } from '../../actors/rules/workshops/tiers.ts';
import type { City } from '../../engine/city-interface.ts';
import { type IdempotencyKey, jsonOf, type Outcome, readJson } from '../../engine/command.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { Bill, ServiceAnswer, ServiceStream } from '../../services/contract.ts';
import { publishStreamed } from '../diagnostics.ts';
import { errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Sent } from '../route/answered.ts';
import type { Resident } from '../route/auth.ts';
import { withCause } from '../route/keyed-command.ts';
import type { Connection } from '../route/route.ts';
import type { EventStream } from '../transport/event-stream.ts';
import type { CallRefusal } from './service-call-refusals.ts';
import type { BoundedStream, CalledOperation, RawCall, ServiceCalls } from './service-calls.ts';
import { costUnread, sendEvents } from './streams.ts';
import { surroundingsOf } from './surroundings.ts';

/** The operation, with its hold. */
export interface PricedOperation extends CalledOperation {
  readonly hold: number;
  readonly halfInStudy: boolean;
  readonly availability: Availability;
}

/** How the handler has ended, before anything is charged. */
type Done =
  | ServiceAnswer
  | { readonly type: 'sent'; readonly last: ServiceStream['last'] }
  | { readonly type: 'broken off'; readonly refusal: CallRefusal }
  | CallRefusal;

const sent: Sent = { type: 'sent' };

export class PricedCall {
  readonly #calls: ServiceCalls;
  readonly #caller: Resident;
  readonly #call: RawCall;
  readonly #connection: Connection;
  #done: Done | undefined;
  /** The stream that is under way, if any. */
  #open: EventStream | undefined;

  constructor(calls: ServiceCalls, caller: Resident, call: RawCall, connection: Connection) {
    this.#calls = calls;
    this.#caller = caller;
    this.#call = call;
    this.#connection = connection;
  }

  /** The checks that come after place and body, then the two turns (GS2, GS5). Never rejects for an expected outcome. */
  async make(
    city: City,
    asking: PricedOperation,
    key: IdempotencyKey | undefined,
    cause: number | undefined,
  ): Promise<Outcome<object> | Sent> {
    const { actor, id } = this.#caller;
    const tooPoor = await this.#tooPoor(city, asking);
    if (tooPoor !== undefined) return tooPoor;
    const limited = this.#calls.limited(asking.service, id);
    if (limited !== undefined) return limited;
    const reference = this.#calls.keep(() => this.#run(asking));
    const event = { type: 'call_global_service', ...asking, reference } as const;
    const under = key === undefined ? {} : { key: { ...key, keepAnswer: false } };
    try {
      const outcome = await city.submit(withCause(commandAndWait(actor, event, under), cause));
      return await this.#end(city, outcome, key);
    } finally {
      this.#calls.forget(reference);
      // It has ended already, except after a defect: nobody may wait for it then.
      this.#open?.end();
    }
  }

  /** Checks the hold of the turn, half of it in a study, so that 402 comes before 429 (GS5, G3). */
  async #tooPoor(city: City, { hold, halfInStudy }: PricedOperation): Promise<Refused | undefined> {
    const { balance } = this.#caller;
    let required = hold;
    if (halfInStudy) {
      const found = await surroundingsOf(city, this.#caller);
      if (found.type === 'refused') return found;
      if (found.is_in_study) required = half(hold);
    }
    return balance < required ? refused('insufficient_credits', { required, balance }) : undefined;
  }

  /** Runs between the two turns. Never rejects: the hold would have to wait for the engine's own bound. */
  async #run(to: CalledOperation): Promise<ServiceResult> {
    try {
      const handled = await this.#calls.handle(to, this.#caller.id, this.#call);
      if (handled.type === 'stream') return await this.#send(to, handled);
      this.#done = handled;
      return handled.type === 'answer'
        ? { type: 'served', cost: handled.cost }
        : { type: 'failed', code: handled.code };
    } catch (cause) {
      this.#calls.failed(to, cause);
      return { type: 'failed', code: 'service_failed' };
    }
  }

  async #send(to: CalledOperation, handled: BoundedStream): Promise<ServiceResult> {
    const events = this.#connection.stream();
    this.#open = events;
    const streaming = {
      service: to.service,
      hold: this.#call.hold,
      pauses: this.#calls.pauses,
      failed: (cause: unknown) => this.#calls.failed(to, cause),
    };
    const ended = await (events === undefined
      ? costUnread(streaming, handled)
      : sendEvents(streaming, handled, events));
    if (ended.type === 'refused') {
      this.#done = { type: 'broken off', refusal: ended };
      return { type: 'failed', code: ended.code };
    }
    this.#calls.answered(to.service);
    this.#done = { type: 'sent', last: (bill) => lastOf(to.service, handled, bill) };
    return { type: 'served', cost: ended.cost };
  }

  async #end(
    city: City,
    outcome: Outcome<BillShown>,
    key: IdempotencyKey | undefined,
  ): Promise<Outcome<object> | Sent> {
    const done = this.#done;
    if (this.#open !== undefined) {
      this.#open.end(lastEvents(done, outcome));
      return sent;
    }
    // The reader of the stream has gone, so nobody waits for an answer either.
    if (done?.type === 'sent' || done?.type === 'broken off') return sent;
    // Refused before it began, answered under its key already, or lost.
    if (done === undefined) return outcome;
    if (outcome.type === 'refused') return done.type === 'refused' && outcome.applied !== 'unknown' ? done : outcome;
    if (done.type === 'refused') return outcome;
    const json = jsonOf(done.body(billOf(outcome)));
    await this.#keep(city, key, json);
    return { ...outcome, json };
  }

  /** What was paid must not be paid twice: a repeat gets the same answer, or learns what it cost (GS6). */
  async #keep(city: City, key: IdempotencyKey | undefined, json: string): Promise<void> {
    if (key === undefined || Buffer.byteLength(json) > this.#calls.answerKeptBytesMax) return;
    await city.completeAnswer(this.#caller.actor, key, json).catch((cause: unknown) => this.#calls.couldNotKeep(cause));
  }
}

function lastOf(service: string, { last, streamed }: BoundedStream, bill: Bill): readonly string[] {
  const events = last(bill);
  for (const event of events) publishStreamed(service, streamed, event);
  return events;
}

/** The last events of a stream: its bill, or why nothing was charged. */
function lastEvents(done: Done | undefined, outcome: Outcome<BillShown>): readonly string[] {
  if (outcome.type === 'applied' && done?.type === 'sent') return done.last(billOf(outcome));
  const refusal = outcome.type === 'refused' && outcome.applied === 'unknown' ? outcome : undefined;
  const known = done?.type === 'broken off' ? done.refusal : outcome.type === 'refused' ? outcome : undefined;
  return [errorAnswer(refusal ?? known ?? refused('busy', {})).body];
}

const billOf = ({ json }: Extract<Outcome<BillShown>, { type: 'applied' }>): Bill => {
  const { charged, balance } = readJson(json);
  return { charged, balance };
};
