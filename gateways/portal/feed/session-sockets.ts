/** Sockets by the session with which they came. They are closed when it is ended or expires (PF6). */

import { closeCodes } from '../../transport/close-codes.ts';
import type { Socket } from '../../transport/socket.ts';
import type { Visitor } from '../../visitors/sessions.ts';

type Session = Pick<Visitor, 'session' | 'expiresAt'>;

interface Opened {
  readonly sockets: Set<Socket>;
  /** Runs until the session expires. */
  timer: NodeJS.Timeout;
}

/** Longer timers fire at once (HTML Standard, timers: a signed 32-bit number of milliseconds). */
const timerMsMax = 2 ** 31 - 1;

export class SessionSockets {
  /** Milliseconds since 1970. */
  readonly #now: () => number;
  readonly #opened = new Map<string, Opened>();

  constructor(now: () => number) {
    this.#now = now;
  }

  add(socket: Socket, visitor: Session): void {
    const opened = this.#opened.get(visitor.session);
    if (opened !== undefined) opened.sockets.add(socket);
    else this.#opened.set(visitor.session, { sockets: new Set([socket]), timer: this.#wait(visitor) });
  }

  remove(socket: Socket, { session }: Session): void {
    const opened = this.#opened.get(session);
    opened?.sockets.delete(socket);
    if (opened?.sockets.size !== 0) return;
    clearTimeout(opened.timer);
    this.#opened.delete(session);
  }

  /** The session was ended. */
  end(session: string): void {
    const sockets = this.#opened.get(session)?.sockets ?? [];
    for (const socket of [...sockets]) socket.end(closeCodes.unauthorized, 'the session has ended; log in again');
  }

  #wait(visitor: Session): NodeJS.Timeout {
    const leftMs = Math.min(Math.max(0, visitor.expiresAt - this.#now()), timerMsMax);
    return setTimeout(() => this.#expire(visitor), leftMs);
  }

  /** A timer may fire early, and a session may last longer than one timer can. */
  #expire(visitor: Session): void {
    const opened = this.#opened.get(visitor.session);
    if (opened === undefined) return;
    if (this.#now() >= visitor.expiresAt) this.end(visitor.session);
    else opened.timer = this.#wait(visitor);
  }
}
