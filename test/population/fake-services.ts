/**
 * Global services of the fake city: notes that are found by their one word, a model, mailboxes, and a library that is nowhere; with faults
 * on demand.
 */
import { type Fields, fieldsOf, listOf, textOf } from '../../client/wire.ts';

export type ServicesFault =
  /** A note is acknowledged and charged, and not found. */
  | 'lose-note'
  /** A note is found twice. */
  | 'double-note'
  /** A search finds the notes of everybody. */
  | 'leak-notes'
  /** A note costs more than it should, and says so. */
  | 'dear-note'
  /** A note takes more than its answer says. */
  | 'skim-note'
  /** A model answers for nothing. */
  | 'free-model'
  /** A model takes more than its answer says. */
  | 'skim-model'
  /** A letter without a name is acknowledged and never comes. */
  | 'lose-mail'
  /** A letter without a name comes twice. */
  | 'double-mail'
  /** A letter without a name comes to somebody else as well. */
  | 'leak-mail'
  /** A letter without a name is refused, and comes. */
  | 'half-refuse-mail'
  /** The library is open where there is no terminal. */
  | 'open-library';

interface Caller {
  readonly id: string;
  /** Millicredits. */
  balance: number;
}

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

export interface ServicesSurroundings {
  /** Strikes once. */
  readonly strikes: (fault: ServicesFault, after: number) => boolean;
  /** Strikes again and again. */
  readonly suffers: (fault: ServicesFault) => boolean;
}

const root = '/v1/global-services';
/** Millicredits. */
const notePrice = 10;
const modelPrice = 3;

/** Of what is put into the fake city's services, how much comes before a fault strikes once. */
const before = 3;

export class FakeServices {
  readonly #around: ServicesSurroundings;
  readonly #notes: { readonly by: string; readonly content: string }[] = [];
  /** Letters by address, which is that of one resident. */
  readonly #mailboxes = new Map<string, string[]>();

  constructor(around: ServicesSurroundings) {
    this.#around = around;
  }

  /** Undefined: nothing of its business. */
  answer(path: string, who: Caller, body: Fields): Answer | undefined {
    switch (path) {
      case root:
        return ok({ items: ['memory', 'inference', 'caddr'].map((id) => ({ id })) });
      case `${root}/memory/sessions/days/messages`:
        return this.#remember(who, textOf(fieldsOf(listOf(body['messages'])[0])['content']));
      case `${root}/memory/search`:
        return this.#search(who, textOf(body['query']));
      case `${root}/inference/models`:
        return ok({ data: [{ id: 'template' }] });
      case `${root}/inference/complete`:
        return this.#complete(who);
      case `${root}/caddr/register`:
        return this.#register(who);
      case `${root}/caddr/inbox`:
        return this.#inbox(who);
      case `${root}/caddr/send`:
        return this.#send(who, textOf(body['to']), textOf(body['body']));
      case `${root}/library-of-souls/entries`:
        return this.#around.suffers('open-library') ? ok({ items: [], charged: 0 }) : refuse(403, 'location_required');
      default:
        return undefined;
    }
  }

  #remember(who: Caller, content: string): Answer {
    const charged = this.#around.strikes('dear-note', before) ? notePrice * 2 : notePrice;
    if (!this.#around.strikes('lose-note', before)) this.#notes.push({ by: who.id, content });
    who.balance -= charged + (this.#around.strikes('skim-note', before) ? 1 : 0);
    return created({ items: [{ content }], charged: charged / 1000, balance: who.balance / 1000 });
  }

  #search(who: Caller, query: string): Answer {
    const isOpen = this.#around.suffers('leak-notes');
    const found = this.#notes.filter(({ by, content }) => isOpen || (by === who.id && content === query));
    const times = this.#around.suffers('double-note') ? [1, 2] : [1];
    return ok({ items: found.flatMap(({ content }) => times.map(() => ({ content }))) });
  }

  #complete(who: Caller): Answer {
    const cost = this.#around.strikes('free-model', before) ? 0 : modelPrice;
    who.balance -= cost + (this.#around.strikes('skim-model', before) ? 1 : 0);
    return ok({ usage: { cost: cost / 1000 }, balance: who.balance / 1000 });
  }

  #register(who: Caller): Answer {
    const address = addressOf(who);
    if (this.#mailboxes.has(address)) return refuse(409, 'mailbox_exists');
    this.#mailboxes.set(address, []);
    return created({ address });
  }

  #inbox(who: Caller): Answer {
    const letters = this.#mailboxes.get(addressOf(who));
    if (letters === undefined) return refuse(404, 'not_found');
    return ok({ address: addressOf(who), items: letters.map((body) => ({ body })), next_cursor: null });
  }

  #send(who: Caller, to: string, body: string): Answer {
    const letters = this.#mailboxes.get(to);
    if (letters === undefined) return refuse(404, 'not_found');
    if (!this.#around.strikes('lose-mail', before)) letters.push(body);
    if (this.#around.strikes('double-mail', before)) letters.push(body);
    if (this.#around.suffers('leak-mail'))
      for (const others of this.#mailboxes.values()) if (others !== letters) others.push(body);
    if (this.#around.suffers('half-refuse-mail')) return refuse(422, 'invalid_request');
    return created({ from_address: addressOf(who) });
  }
}

const addressOf = ({ id }: Caller): string => `addr_${id}`;
const ok = (body: Fields): Answer => ({ status: 200, body });
const created = (body: Fields): Answer => ({ status: 201, body });
const refuse = (status: number, error: string): Answer => ({ status, body: { error, message: error, applied: false } });
