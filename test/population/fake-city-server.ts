/**
 * A city as small as the residents program can be shown: the same answers and the same feed, in memory, over real HTTP and
 * WebSocket, with one fault on demand. It proves that the program's checks turn red; it proves nothing about the city.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CityEvent } from '../../client/events.ts';
import { type Fields, fieldsOf, parseJson, textOf } from '../../client/wire.ts';
import { type BuildingsFault, FakeBuildings } from './fake-buildings.ts';
import { FakeJobs, type JobsFault } from './fake-jobs.ts';
import { FakeServices, type ServicesFault } from './fake-services.ts';
import { FakeSouls, type SoulsFault } from './fake-souls.ts';

export type Fault =
  | 'none'
  /** One listener does not get one broadcast, neither live nor by resume. */
  | 'drop-message'
  /** One listener gets one broadcast twice, under the same seq. */
  | 'double-frame'
  /** One broadcast is published twice, under two seqs. */
  | 'double-message'
  /** A payment is acknowledged and forgotten. */
  | 'lose-payment'
  /** A payment that was refused is published and paid. */
  | 'pay-refused'
  /** A restarted city counts from an earlier seq again. */
  | 'seq-back'
  /** A letter is acknowledged and published, but not listed. */
  | 'lose-letter'
  /** A repeat under the same key is done again. */
  | 'forget-keys'
  /** One listener gets what is said where it is not. */
  | 'leak'
  /** One live feed falls silent; a resume would bring what it missed. */
  | 'mute-feed'
  /** A message costs more than its answer says. */
  | 'overcharge'
  /** Errors do not say whether anything happened. */
  | 'unsaid'
  | BuildingsFault
  | ServicesFault
  | JobsFault
  | SoulsFault;

interface Person {
  readonly id: string;
  place: string;
  /** Millicredits. */
  balance: number;
  readonly letters: Fields[];
  readonly sockets: Set<WebSocket>;
  readonly missed: Set<number>;
}

interface Told {
  readonly event: CityEvent;
  readonly audience: ReadonlySet<string>;
}

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

const square = 'city-commons';

export class FakeCityServer {
  readonly people = new Map<string, Person>();
  fault: Fault;
  /** Requests answered; `outage` counts from here. */
  answered = 0;
  /** Every so many POSTs are carried out and then lost on their way back. */
  loseEvery = 0;
  readonly #works = new FakeBuildings({
    strikes: (fault, after) => this.#strikes(fault, after),
    suffers: (fault) => this.fault === fault,
    somebody: () => this.#somebody(),
    tell: ({ type, actor, subject, location, data }, to) => this.#tell(type, actor, subject, location, data, to),
  });
  readonly #services = new FakeServices({
    strikes: (fault, after) => this.#strikes(fault, after),
    suffers: (fault) => this.fault === fault,
  });
  readonly #jobs = new FakeJobs({
    strikes: (fault, after) => this.#strikes(fault, after),
    suffers: (fault) => this.fault === fault,
    somebody: () => this.#somebody(),
    present: (place) => this.#at(place),
    pay: (to, amount) => this.#give(to, amount),
    tell: ({ type, actor, subject, location, data }, to) => this.#tell(type, actor, subject, location, data, to),
  });
  readonly #souls = new FakeSouls({
    strikes: (fault, after) => this.#strikes(fault, after),
    suffers: (fault) => this.fault === fault,
    somebody: () => this.#somebody(),
    settle: (balance) => this.#settle(balance),
    tell: ({ type, actor, subject, location, data }, to) => this.#tell(type, actor, subject, location, data, to),
  });
  readonly #told: Told[] = [];
  readonly #keys = new Map<string, Answer>();
  #server: Server | null = null;
  #port = 0;
  #seq = 0;
  #posts = 0;
  /** The fault has struck; most strike once. */
  #struck = 0;

  constructor(fault: Fault = 'none') {
    this.fault = fault;
    this.#works.pay = (to, amount) => this.#give(to, amount);
  }

  #give(to: string, amount: number): void {
    const person = this.people.get(to);
    if (person !== undefined) person.balance += amount;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        const answer = this.#answer(request, fieldsOf(parseJson(text)));
        this.answered++;
        if (request.method === 'POST' && this.loseEvery > 0 && ++this.#posts % this.loseEvery === 0) {
          request.socket.destroy();
          return;
        }
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
      });
    });
    const sockets = new WebSocketServer({ server, path: '/ws' });
    sockets.on('connection', (socket, request) => this.#greet(socket, request));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    const address = server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
    this.#server = server;
  }

  /** Goes away as a killed process does: every connection is cut. What it had published and answered is kept. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    for (const person of this.people.values()) for (const socket of person.sockets) socket.terminate();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (this.fault === 'seq-back') this.#seq = Math.floor(this.#seq / 2);
  }

  #strikes(fault: Fault, after = 20): boolean {
    return this.fault === fault && this.#struck++ === after;
  }

  #greet(socket: WebSocket, request: IncomingMessage): void {
    const person = this.#who(request);
    if (person === undefined) {
      socket.close(4401);
      return;
    }
    person.sockets.add(socket);
    socket.on('close', () => person.sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.send(JSON.stringify({ type: 'hello', v: 1, seq: this.#seq }));
    socket.on('message', (data) => {
      const since = Number(fieldsOf(parseJson(String(data))).since);
      for (const { event, audience } of this.#told) {
        if (event.seq > since && audience.has(person.id) && !person.missed.has(event.seq)) this.#send(socket, event);
      }
      socket.send(JSON.stringify({ type: 'resumed', v: 1, seq: this.#seq }));
    });
  }

  #send(socket: WebSocket, event: CityEvent): void {
    socket.send(JSON.stringify({ v: 1, tick: 0, category: 'emergent', ...event }));
  }

  #who(request: IncomingMessage): Person | undefined {
    const token = (request.headers.authorization ?? '').replace('Bearer res_', '');
    return this.people.get(this.#souls.holder(token) ?? token);
  }

  #answer(request: IncomingMessage, body: Fields): Answer {
    const path = (request.url ?? '').replace(/\?.*/, '');
    if (path === '/readyz') return ok({ status: 'ready' });
    if (path === '/v1/admin/residents') return this.#found(body);
    const visited = this.#visit(request, path, body);
    if (visited !== undefined) return visited;
    const person = this.#who(request);
    if (person === undefined) return refuse(401, 'unauthorized');
    if (path === '/v1/me') return ok({ ...this.#jobs.passport(person.id), ...this.#souls.passport(person) });
    const key = `${person.id} ${textOf(request.headers['idempotency-key'])}`;
    const known = request.method === 'POST' ? this.#keys.get(key) : undefined;
    if (known !== undefined && this.fault !== 'forget-keys') return known;
    const answer =
      this.#works.answer(request.method ?? '', path, person, body) ??
      this.#services.answer(path, person, body) ??
      this.#jobs.answer(request.method ?? '', path, person, body) ??
      this.#souls.answer(path, person, body) ??
      (request.method === 'POST' ? this.#act(path, person, body) : this.#show(path, person));
    if (answer.status < 300) this.#keys.set(key, answer);
    if (this.fault === 'unsaid' && answer.status >= 400) return { status: answer.status, body: { error: 'oops' } };
    return answer;
  }

  /** What a visitor asks for; the first answer to a key is kept, but for tokens. */
  #visit(request: IncomingMessage, path: string, body: Fields): Answer | undefined {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const key = `${token} ${textOf(request.headers['idempotency-key'])}`;
    const known = request.method === 'POST' ? this.#keys.get(key) : undefined;
    if (known !== undefined && token.startsWith('vis_'))
      return path.endsWith('/token') ? refuse(409, 'already_exists') : known;
    const answer = this.#souls.visit(request.method ?? '', path, token, body);
    if (answer !== undefined && answer.status < 300) this.#keys.set(key, answer);
    return answer;
  }

  #found(body: Fields): Answer {
    const id = this.#settle(Number(body.credits) * 1000);
    return { status: 201, body: { id, token: `res_${id}` } };
  }

  #settle(balance: number): string {
    const id = `p-${this.people.size + 1}`;
    const place = `city-housing/${id}`;
    this.people.set(id, { id, place, balance, letters: [], sockets: new Set(), missed: new Set() });
    return id;
  }

  #show(path: string, person: Person): Answer {
    if (path === '/v1/credits') return ok({ balance: person.balance / 1000, burn_per_tick: 1 });
    if (path === '/v1/location') return ok({ id: person.place });
    if (path !== '/v1/me/messages') return ok({});
    if (person.place === square) return refuse(403, 'location_required');
    return ok({ items: person.letters, next_cursor: null });
  }

  #act(path: string, person: Person, body: Fields): Answer {
    const other = this.people.get(textOf(body.to));
    switch (path) {
      case '/v1/location/move':
        return this.#go(person, textOf(body.exit_id));
      case '/v1/credits/transfer':
        return other === undefined ? refuse(404, 'not_found') : this.#pay(person, other, Number(body.amount) * 1000);
      case '/v1/mesh/broadcast':
      case '/v1/mesh/shout':
        return this.#say(path === '/v1/mesh/shout' ? 'shout' : 'broadcast', person, null, textOf(body.message));
      case '/v1/mesh/whisper':
        if (other?.place !== person.place) return refuse(409, 'recipient_not_here');
        return this.#say('whisper', person, other, textOf(body.message));
      case '/v1/me/messages/send':
        if (person.place === square) return refuse(403, 'location_required');
        return other === undefined
          ? refuse(404, 'not_found')
          : this.#say('direct', person, other, textOf(body.message));
      default:
        return refuse(404, 'not_found');
    }
  }

  #go(person: Person, exit: string): Answer {
    if (exit === 'commons') return this.#move(person, square);
    if (exit === 'home') return this.#move(person, `city-housing/${person.id}`);
    const to = this.#works.way(person.place, exit);
    return to === undefined ? refuse(404, 'exit_not_found') : this.#move(person, to);
  }

  #move(person: Person, to: string): Answer {
    const from = person.place;
    if (from === to) return ok({ from, to, location: { id: to }, toll_paid: 0, balance: person.balance / 1000 });
    this.#tell('resident.departed', person.id, '', from, {}, this.#at(from));
    person.place = to;
    this.#tell('resident.arrived', person.id, '', to, {}, this.#at(to));
    return ok({ from, to, location: { id: to }, toll_paid: 0, balance: person.balance / 1000 });
  }

  #pay(from: Person, to: Person, milli: number): Answer {
    const amount = Math.round(milli);
    const tell = () =>
      this.#tell('credits.transferred', from.id, to.id, from.place, { amount: amount / 1000 }, [from.id, to.id]);
    if (amount > from.balance) {
      if (this.#strikes('pay-refused', 1)) tell();
      return refuse(402, 'insufficient_credits');
    }
    if (this.#strikes('lose-payment', 5)) {
      return created({ from: from.id, to: to.id, amount: amount / 1000, balance: 0, seq: ++this.#seq });
    }
    from.balance -= amount;
    to.balance += amount;
    return created({ from: from.id, to: to.id, amount: amount / 1000, balance: from.balance / 1000, seq: tell() });
  }

  #say(type: 'broadcast' | 'shout' | 'whisper' | 'direct', person: Person, to: Person | null, message: string): Answer {
    const free = person.place !== square && type !== 'direct' && type !== 'shout';
    const price = type === 'shout' ? 2000 : free ? 0 : 100;
    person.balance -= this.#strikes('overcharge') ? price + 1 : price;
    const audience = to === null ? this.#at(person.place) : [person.id, to.id];
    if (type === 'shout' && person.place !== square) audience.push(...this.#at(square));
    if (type === 'broadcast' && this.fault === 'leak') audience.push(this.#somebody());
    const id = `msg_${this.#seq}`;
    const tell = () => this.#tell(`message.${type}`, person.id, to?.id ?? '', person.place, { id, message }, audience);
    const seq = tell();
    if (type === 'broadcast' && this.#strikes('double-message')) tell();
    if (type === 'direct' && !this.#strikes('lose-letter', 5)) to?.letters.push({ id, from: person.id, body: message });
    return created({
      id,
      seq,
      type: `message.${type}`,
      location: person.place,
      message,
      charged: price / 1000,
      balance: person.balance / 1000,
    });
  }

  #at(place: string): string[] {
    return [...this.people.values()].filter((each) => each.place === place).map((each) => each.id);
  }

  #somebody(): string {
    return [...this.people.keys()][0] ?? '';
  }

  #tell(
    type: CityEvent['type'],
    actor: string,
    subject: string,
    location: string,
    data: Fields,
    to: readonly string[],
  ): number {
    const seq = ++this.#seq;
    const event: CityEvent = { seq, type, at: new Date(seq).toISOString(), location, actor, subject, data };
    const audience = new Set(to);
    this.#told.push({ event, audience });
    for (const id of audience) {
      const person = this.people.get(id);
      const broadcast = type === 'message.broadcast' && id !== actor && location === square;
      if (broadcast && this.#strikes('drop-message')) person?.missed.add(event.seq);
      if (person === undefined || person.missed.has(event.seq)) continue;
      if (this.fault === 'mute-feed' && id === this.#somebody() && event.seq > 300) continue;
      for (const socket of person.sockets) {
        this.#send(socket, event);
        if (broadcast && this.#strikes('double-frame')) this.#send(socket, event);
      }
    }
    return event.seq;
  }
}

const ok = (body: Fields): Answer => ({ status: 200, body });
const created = (body: Fields): Answer => ({ status: 201, body });
const refuse = (status: number, error: string): Answer => ({ status, body: { error, message: error, applied: false } });
