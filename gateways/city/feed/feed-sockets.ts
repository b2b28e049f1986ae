/** What the feed of residents uses of sockets, whatever transport they came by. */
import type { Socket } from '../../transport/socket.ts';

export type FeedSocket = Pick<Socket, 'authorization' | 'address' | 'isOpen' | 'send' | 'follow' | 'unfollow' | 'end'>;

export interface FeedSockets {
  readonly count: number;
  publish(topic: string, json: string): void;
  place(path: string, handlers: FeedHandlers, admits: (socket: FeedSocket) => boolean): void;
  close(): void;
}

export interface FeedHandlers {
  opened(socket: FeedSocket): void;
  frame(socket: FeedSocket, text: string): void;
  drained(socket: FeedSocket): void;
  closed(socket: FeedSocket): void;
}
