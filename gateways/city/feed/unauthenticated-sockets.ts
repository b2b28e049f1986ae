/**
 * Sockets between their upgrade and their place on the feed. They are bounded, and nobody can take all places. Sockets without a token have
 * a quota for each network address. Those with a token at the upgrade are counted separately, with a quota for each token. The living are
 * found in memory; look-ups of the departed are limited by the rate limit of refused tokens (`refused-tokens.ts`), and a wrong token beyond
 * that is refused at once.
 */
import { networkOf } from '../../limits/refused-tokens.ts';
import { SocketQuota } from '../../limits/socket-quota.ts';
import type { GatewaySettings } from '../../settings.ts';
import { closeCodes } from '../../transport/close-codes.ts';
import type { FeedSocket } from './feed-sockets.ts';

export class UnauthenticatedSockets {
  readonly #settings: GatewaySettings;
  readonly #silent: SocketQuota;
  readonly #checked: SocketQuota;
  /** The sockets, with the timer of those that may still show a token. */
  readonly #timers = new Map<FeedSocket, NodeJS.Timeout | undefined>();

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
    this.#silent = new SocketQuota(settings.socketsUnknownMax, settings.socketsUnknownPerAddressMax);
    this.#checked = new SocketQuota(settings.socketsCheckedMax, settings.socketsPerResidentMax);
  }

  /** True when there is a place for this new socket. */
  admits(socket: FeedSocket): boolean {
    return this.#quotaFor(socket).hasRoom(nameOf(socket));
  }

  /** A socket without a token is ended when it does not show one in time. */
  enter(socket: FeedSocket): void {
    this.#quotaFor(socket).take(nameOf(socket));
    const late = () => socket.end(closeCodes.noAuthInTime, 'send {"type":"auth","token":"..."} first');
    const timer = socket.authorization === '' ? setTimeout(late, this.#settings.socketAuthMsMax) : undefined;
    this.#timers.set(socket, timer);
  }

  has(socket: FeedSocket): boolean {
    return this.#timers.has(socket);
  }

  /** True for the first token that a socket shows after its upgrade; ends its timer. */
  shows(socket: FeedSocket): boolean {
    const timer = this.#timers.get(socket);
    if (timer === undefined) return false;
    clearTimeout(timer);
    this.#timers.set(socket, undefined);
    return true;
  }

  leave(socket: FeedSocket): void {
    if (!this.has(socket)) return;
    clearTimeout(this.#timers.get(socket));
    this.#timers.delete(socket);
    this.#quotaFor(socket).release(nameOf(socket));
  }

  #quotaFor(socket: FeedSocket): SocketQuota {
    return socket.authorization === '' ? this.#silent : this.#checked;
  }
}

const nameOf = ({ authorization, address }: FeedSocket): string =>
  authorization === '' ? networkOf(address) : authorization;
