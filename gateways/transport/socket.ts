/**
 * WebSockets over uWebSockets, for any feed. One of the files that touch its raw objects (G2, `http.ts`). What is kept here:
 *
 * W1  Nothing is sent on a socket after its end.
 * W2  A socket for which a message was dropped gets nothing more: it may drain for a while, so that it learns why (1013),
 *    and is then ended. It gets what it missed with `resume`.
 * W3  Frames are bounded in size and number.
 * W4  A socket always follows one topic to which nobody publishes: uWebSockets drops messages on their way to a
 *    socket that leaves its last topic.
 *
 * An event is encoded as msgpack once, and only if a socket of that protocol listens.
 */

import type * as uWS from 'uWebSockets.js';
import { Packr } from 'msgpackr';
import { errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../settings.ts';
import type { BrowserHeaders } from '../visitors/cookie.ts';
import { closeCodes } from './close-codes.ts';
import { browserHeaders, clientAddress } from './forwarded.ts';
import type { HttpServer } from './http.ts';
import { type Member, Topics } from './topics.ts';
import { acceptUpgrade, msgpackProtocol, protocolAsked, refuseUpgrade } from './upgrade.ts';

/** How a feed handles its sockets. */
export interface SocketHandlers {
  opened(socket: Socket): void;
  /** One frame of the client, as text. */
  frame(socket: Socket, text: string): void;
  /** There is room again after `send` returned `full`. */
  drained(socket: Socket): void;
  closed(socket: Socket): void;
}

interface UserData {
  readonly socket: Socket;
}

const quietTopic = 'quiet';
const binaryTopic = 'msgpack:';
const minuteMs = 60_000;
/** Between this and the limit a frame is refused with 4413; above it, uWebSockets cuts the connection by itself. */
const frameHardLimitFactor = 4;
const slowSweepMs = 250;

const packr = new Packr({ useRecords: false });

/** What is known of a client before its upgrade. */
type Upgrade = Pick<Socket, 'authorization' | 'address' | 'browser' | 'isBinary'>;

/** One client. */
export class Socket {
  /** `Authorization` of the upgrade; empty when there was none. */
  readonly authorization: string;
  /** The client's network address. */
  readonly address: string;
  /** Headers that a browser added to the upgrade. */
  readonly browser: BrowserHeaders;
  readonly isBinary: boolean;
  readonly #server: SocketServer;
  #raw: uWS.WebSocket<UserData> | undefined;
  #member: Member | undefined;
  #isSlow = false;
  #slowSince = 0;
  #frames = 0;
  #framesSince = 0;

  constructor(server: SocketServer, upgrade: Upgrade) {
    this.#server = server;
    this.authorization = upgrade.authorization;
    this.address = upgrade.address;
    this.browser = upgrade.browser;
    this.isBinary = upgrade.isBinary;
  }

  /** False once it is ended, or so slow that it will be. */
  get isOpen(): boolean {
    return this.#raw !== undefined && !this.#isSlow;
  }

  /** Sends one JSON text. `full`: sent, but wait for `drained` before more. */
  send(json: string): 'sent' | 'full' | 'ended' {
    const raw = this.#raw;
    if (raw === undefined || this.#isSlow) return 'ended';
    this.#settle();
    const status = this.isBinary ? raw.send(packed(json), true) : raw.send(json);
    if (status === 2) return 'ended';
    return raw.getBufferedAmount() > this.#server.settings.socketBacklogBytesMax / 2 ? 'full' : 'sent';
  }

  follow(topic: string): void {
    if (this.isOpen && this.#member) this.#server.topics.join(this.#member, this.#named(topic));
  }

  unfollow(topic: string): void {
    if (this.isOpen && this.#member) this.#server.topics.leave(this.#member, this.#named(topic));
  }

  /** Closes with this reason, after what was sent before. */
  end(code: number, reason: string): void {
    if (this.isOpen) this.#settle();
    this.#raw?.end(code, reason);
  }

  /** For `SocketServer`: takes the raw socket, which follows one topic from now on (W4). */
  attach(raw: uWS.WebSocket<UserData>): void {
    this.#raw = raw;
    this.#member = { raw, parts: new Map() };
    raw.subscribe(quietTopic);
  }

  /** For `SocketServer`: the raw socket is gone, and nothing more is sent (W1). */
  detach(): void {
    if (this.#member) this.#server.topics.gone(this.#member);
    this.#member = undefined;
    this.#raw = undefined;
  }

  /** For `SocketServer`: counts a frame; false beyond the limit (W3). */
  countFrame(now: number): boolean {
    if (now - this.#framesSince >= minuteMs) {
      this.#framesSince = now;
      this.#frames = 0;
    }
    this.#frames += 1;
    return this.#frames <= this.#server.settings.socketFramesPerMinute;
  }

  /** For `SocketServer`: a message was dropped (W2, OP10). */
  markSlow(now: number): void {
    this.#isSlow = true;
    this.#slowSince = now;
  }

  /** For `SocketServer`: leaves every topic, so that nothing more is published to it. */
  leaveTopics(): void {
    if (this.#member) this.#server.topics.leaveAll(this.#member);
  }

  /** For `SocketServer`: ends a slow socket that has drained or had its time; true when it is over. */
  endSlow(now: number): boolean {
    const raw = this.#raw;
    if (raw === undefined || !this.#isSlow) return true;
    if (raw.getBufferedAmount() === 0) raw.end(closeCodes.tooSlow, 'too slow a reader; resume from your last seq');
    else if (now - this.#slowSince >= this.#server.settings.socketSlowMsMax) raw.close();
    else return false;
    return true;
  }

  #settle(): void {
    if (this.#member) this.#server.topics.settle(this.#member);
  }

  #named(topic: string): string {
    return this.isBinary ? binaryTopic + topic : topic;
  }
}

/** Every socket of one path. */
export class SocketServer {
  readonly settings: GatewaySettings;
  readonly #http: HttpServer;
  readonly #elapsed: () => number;
  readonly #sockets = new Set<Socket>();
  /** Sockets for which a message was dropped since the last publish. */
  readonly #newlySlow = new Set<Socket>();
  readonly #slow = new Set<Socket>();
  readonly topics = new Topics((name, text) => this.#publish(name, text));
  #binaries = 0;
  #sweep: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(http: HttpServer, settings: GatewaySettings, elapsed: () => number) {
    this.#http = http;
    this.settings = settings;
    this.#elapsed = elapsed;
  }

  get count(): number {
    return this.#sockets.size;
  }

  /** Sends to every socket that follows `topic`, many of them in slices (`topics.ts`). */
  publish(topic: string, json: string): void {
    this.topics.publish(topic, json);
    const binary = binaryTopic + topic;
    if (this.#binaries > 0 && this.topics.follows(binary)) this.topics.publish(binary, packed(json));
  }

  #publish(name: string, text: string | Buffer): void {
    if (this.#newlySlow.size > 0) this.#leaveSlow();
    this.#http.app.publish(name, text, typeof text !== 'string');
  }

  /** Serves the path. A request there that is no upgrade is refused. A socket that `admits` refuses is told to try again. */
  place(path: string, handlers: SocketHandlers, admits: (socket: Socket) => boolean): void {
    const { settings } = this;
    this.#http.app.ws<UserData>(path, {
      maxPayloadLength: settings.socketFrameBytesMax * frameHardLimitFactor,
      maxBackpressure: settings.socketBacklogBytesMax,
      idleTimeout: settings.socketIdleSeconds,
      sendPingsAutomatically: true,
      upgrade: (res, req, context) => {
        this.#http.firstRequests.begun(res);
        const socket = this.#socketOf(res, req);
        if (this.#isClosing || !admits(socket)) refuseUpgrade(res);
        else acceptUpgrade<UserData>(res, req, context, { socket });
      },
      open: (ws) => {
        const { socket } = ws.getUserData();
        socket.attach(ws);
        this.#sockets.add(socket);
        this.#http.sockets += 1;
        if (socket.isBinary) this.#binaries += 1;
        handlers.opened(socket);
      },
      message: (ws, message) => {
        const { socket } = ws.getUserData();
        if (message.byteLength > settings.socketFrameBytesMax) {
          socket.end(closeCodes.frameTooLarge, `a frame has at most ${settings.socketFrameBytesMax} bytes`);
        } else if (this.#isPaced(socket)) handlers.frame(socket, Buffer.from(message).toString('utf8'));
      },
      ping: (ws) => {
        this.#isPaced(ws.getUserData().socket);
      },
      dropped: (ws) => this.#dropped(ws.getUserData().socket),
      drain: (ws) => {
        const { socket } = ws.getUserData();
        if (socket.isOpen) handlers.drained(socket);
        else if (socket.endSlow(this.#elapsed())) this.#slow.delete(socket);
      },
      close: (ws) => {
        const { socket } = ws.getUserData();
        socket.detach();
        this.#sockets.delete(socket);
        this.#http.sockets -= 1;
        this.#slow.delete(socket);
        this.#newlySlow.delete(socket);
        if (socket.isBinary) this.#binaries -= 1;
        handlers.closed(socket);
      },
    });
    this.#http.otherwise(path, (exchange) => exchange.refuse(errorAnswer(refused('upgrade_required'))));
  }

  /** Ends every socket; new ones are refused. */
  close(): void {
    this.#isClosing = true;
    this.topics.flush();
    clearInterval(this.#sweep);
    for (const socket of [...this.#sockets])
      socket.end(closeCodes.goingAway, 'the city is going down; resume when it is back');
  }

  /** The client that asks for an upgrade. */
  #socketOf(res: uWS.HttpResponse, req: uWS.HttpRequest): Socket {
    const connection = Buffer.from(res.getRemoteAddressAsText()).toString();
    const { trustedProxies } = this.settings;
    const address = trustedProxies === 0 ? connection : clientAddress(connection, req, trustedProxies);
    return new Socket(this, {
      authorization: req.getHeader('authorization'),
      address,
      browser: browserHeaders(req, trustedProxies),
      isBinary: protocolAsked(req) === msgpackProtocol,
    });
  }

  /** False when the socket was closed for a frame too many (W3). */
  #isPaced(socket: Socket): boolean {
    if (socket.countFrame(this.#elapsed())) return true;
    socket.end(closeCodes.tooFast, `at most ${this.settings.socketFramesPerMinute} frames a minute`);
    return false;
  }

  /** Called during a publish, when topics may not change: leaving them waits for the next publish or turn of the loop. */
  #dropped(socket: Socket): void {
    if (!socket.isOpen) return;
    socket.markSlow(this.#elapsed());
    if (this.#newlySlow.size === 0) setImmediate(() => this.#leaveSlow());
    this.#newlySlow.add(socket);
  }

  #leaveSlow(): void {
    for (const socket of this.#newlySlow) {
      socket.leaveTopics();
      this.#slow.add(socket);
    }
    this.#newlySlow.clear();
    if (this.#slow.size > 0) this.#sweep ??= setInterval(() => this.#endSlow(), slowSweepMs);
  }

  /** Closes slow sockets that have not drained in time (W2). */
  #endSlow(): void {
    const now = this.#elapsed();
    for (const socket of this.#slow) if (socket.endSlow(now)) this.#slow.delete(socket);
    if (this.#slow.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

function packed(json: string): Buffer {
  return packr.pack(JSON.parse(json));
}
