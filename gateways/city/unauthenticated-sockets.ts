/**
 * Sockets between their upgrade and their place on the feed. Bounded, and nobody can take all the places: of those that
 * have shown no token each network address has a share; those that brought one to the upgrade are apart from them, and of
 * these each token has a share. The living are found in memory, and an address waits for the departed to be looked up no
 * oftener than it may have a token refused (`refused-tokens.ts`); beyond that a wrong one is found out at once.
 */
import { networkOf } from '../refused-tokens.ts';
import type { GatewaySettings } from '../settings.ts';
import { closeCodes, type Socket } from '../transport/socket.ts';

export class UnauthenticatedSockets {
  readonly #settings: GatewaySettings;
  readonly #silent: Places;
  readonly #checked: Places;
  /** Who is in here, with the end of its time while it may still show a token. */
  readonly #timers = new Map<Socket, NodeJS.Timeout | undefined>();

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
    this.#silent = new Places(settings.socketsUnknownMax, settings.socketsUnknownPerAddressMax);
    this.#checked = new Places(settings.socketsCheckedMax, settings.socketsPerResidentMax);
  }

  /** True when there is a place for a socket that is about to come. */
  admits(socket: Socket): boolean {
    return this.#placesFor(socket).hasOne(nameOf(socket));
  }

  /** A socket without a token is ended when it shows none in time. */
  enter(socket: Socket): void {
    this.#placesFor(socket).take(nameOf(socket));
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
    this.#placesFor(socket).giveBack(nameOf(socket));
  }

  #placesFor(socket: Socket): Places {
    return socket.authorization === '' ? this.#silent : this.#checked;
  }
}

const nameOf = ({ authorization, address }: Socket): string =>
  authorization === '' ? networkOf(address) : authorization;

/** Places, bounded in all and for each name. */
class Places {
  readonly #max: number;
  readonly #shareMax: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(max: number, shareMax: number) {
    this.#max = max;
    this.#shareMax = shareMax;
  }

  hasOne(name: string): boolean {
    return this.#all < this.#max && (this.#taken.get(name) ?? 0) < this.#shareMax;
  }

  take(name: string): void {
    this.#all += 1;
    this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
  }

  giveBack(name: string): void {
    this.#all -= 1;
    const left = (this.#taken.get(name) ?? 0) - 1;
    if (left > 0) this.#taken.set(name, left);
    else this.#taken.delete(name);
  }
}
