/** Requests as bytes, for what no HTTP client would send. */
import { createConnection } from 'node:net';

/** Writes the pieces one by one and gives back the answer, or everything until the server closed the connection. */
export function raw(port: number, pieces: readonly string[], until: 'answer' | 'end' = 'answer'): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
      if (until === 'answer' && isWhole(text)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.from(text, 'latin1').toString()));
    void write(socket, pieces);
  });
}

/** An answer with as many bytes as it says. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  const length = /^Content-Length: (\d+)\r$/im.exec(text.slice(0, head + 1))?.[1];
  return length !== undefined && text.length >= head + 4 + Number(length);
}

async function write(socket: ReturnType<typeof createConnection>, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await pause(5);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
