/**
 * Sockets between their upgrade and their place on the feed. Bounded, and nobody can take all the places: of those that
 * have shown no token each network address has a share; those that brought one to the upgrade are apart from them, and of
 * these each token has a share. The living are found in memory, and an address waits for the departed to be looked up no
 * oftener than it may have a token refused (`refused-tokens.ts`); beyond that a wrong one is found out at once.
 */
import { networkOf } from '../../limits/refused-tokens.ts';
import { Shares } from '../../limits/shares.ts';
import type { GatewaySettings } from '../../settings.ts';
import { closeCodes } from '../../transport/close-codes.ts';
import type { Socket } from '../../transport/socket.ts';

export class UnauthenticatedSockets {
  readonly #settings: GatewaySettings;
  readonly #silent: Shares;
  readonly #checked: Shares;
  /** Who is in here, with the end of its time while it may still show a token. */
  readonly #timers = new Map<Socket, NodeJS.Timeout | undefined>();

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
    this.#silent = new Shares(settings.socketsUnknownMax, settings.socketsUnknownPerAddressMax);
    this.#checked = new Shares(settings.socketsCheckedMax, settings.socketsPerResidentMax);
  }

  /** True when there is a place for a socket that is about to come. */
  admits(socket: Socket): boolean {
    return this.#sharesFor(socket).hasOne(nameOf(socket));
  }

  /** A socket without a token is ended when it shows none in time. */
  enter(socket: Socket): void {
    this.#sharesFor(socket).take(nameOf(socket));
    const late = () => socket.end(closeCodes.noAuthInTime, 'send {"type":"auth","token":"..."} first');
    const timer = socket.authorization === '' ? setTimeout(late, this.#settings.socketAuthMsMax) : undefined;
    this.#timers.set(socket, timer);
  }

  has(socket: Socket): boolean {
    return this.#timers.has(socket);
  }

  /** True for the first token that a socket shows after its upgrade; its time is over. */
  shows(socket: Socket): boolean {
    const timer = this.#timers.get(socket);
    if (timer === undefined) return false;
    clearTimeout(timer);
    this.#timers.set(socket, undefined);
    return true;
  }

  leave(socket: Socket): void {
    if (!this.has(socket)) return;
    clearTimeout(this.#timers.get(socket));
    this.#timers.delete(socket);
    this.#sharesFor(socket).giveBack(nameOf(socket));
  }

  #sharesFor(socket: Socket): Shares {
    return socket.authorization === '' ? this.#silent : this.#checked;
  }
}

const nameOf = ({ authorization, address }: Socket): string =>
  authorization === '' ? networkOf(address) : authorization;
