/** Sockets that do as little as hostile clients do: they connect, say something, and do not read. */
import { createConnection, type Socket } from 'node:net';

/** Connected, with `text` on its way, and paused: nothing is read of what comes. `from`: its address, one of this machine's. */
export function mute(port: number, text: string, from = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', localAddress: from });
    socket.pause();
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      socket.write(text, () => resolve(socket));
    });
  });
}

/** The upgrade request of a WebSocket, of a resident or of a stranger. */
export function upgrade(token?: string): string {
  const lines = [
    'GET /ws HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
