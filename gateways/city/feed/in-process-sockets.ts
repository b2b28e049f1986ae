/** Sockets of programs in this process, for the same feed: what is published is passed on at once, in order. No bytes, no timer. */
import type { FeedHandlers, FeedSocket, FeedSockets } from './feed-sockets.ts';

/** Hears a frame as JSON text. The same text may come to several, one after the other. */
export type OnFrame = (json: string) => void;

class InProcessSocket implements FeedSocket {
  readonly authorization: string;
  readonly address = 'in process';
  readonly #sockets: InProcessSockets;
  readonly #onFrame: OnFrame;
  readonly topics = new Set<string>();
  isOpen = true;

  constructor(sockets: InProcessSockets, authorization: string, onFrame: OnFrame) {
    this.#sockets = sockets;
    this.authorization = authorization;
    this.#onFrame = onFrame;
  }

  send(json: string): 'sent' | 'ended' {
    if (!this.isOpen) return 'ended';
    this.#onFrame(json);
    return 'sent';
  }

  follow(topic: string): void {
    if (this.isOpen) this.#sockets.follow(this, topic);
  }

  unfollow(topic: string): void {
    this.#sockets.unfollow(this, topic);
  }

  end(): void {
    this.#sockets.end(this);
  }
}

/** An open socket, from the side of its program. */
export interface InProcessStream {
  end(): void;
}

export class InProcessSockets implements FeedSockets {
  #handlers: FeedHandlers | undefined;
  #count = 0;
  readonly #followers = new Map<string, Set<InProcessSocket>>();

  get count(): number {
    return this.#count;
  }

  /** There is one path: of the feed. */
  place(_path: string, handlers: FeedHandlers): void {
    this.#handlers = handlers;
  }

  publish(topic: string, json: string): void {
    for (const socket of [...(this.#followers.get(topic) ?? [])]) socket.send(json);
  }

  close(): void {
    for (const sockets of [...this.#followers.values()]) for (const socket of [...sockets]) socket.end();
  }

  /** Opens a socket. `first` is the frame that its program sends at once. */
  open(authorization: string, first: string, onFrame: OnFrame): InProcessStream {
    const socket = new InProcessSocket(this, authorization, onFrame);
    this.#count += 1;
    this.#handlers?.opened(socket);
    this.#handlers?.frame(socket, first);
    return { end: () => socket.end() };
  }

  follow(socket: InProcessSocket, topic: string): void {
    const followers = this.#followers.get(topic) ?? new Set();
    this.#followers.set(topic, followers.add(socket));
    socket.topics.add(topic);
  }

  unfollow(socket: InProcessSocket, topic: string): void {
    const followers = this.#followers.get(topic);
    followers?.delete(socket);
    if (followers?.size === 0) this.#followers.delete(topic);
    socket.topics.delete(topic);
  }

  end(socket: InProcessSocket): void {
    if (!socket.isOpen) return;
    socket.isOpen = false;
    this.#count -= 1;
    for (const topic of [...socket.topics]) this.unfollow(socket, topic);
    this.#handlers?.closed(socket);
  }
}
