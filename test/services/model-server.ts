/** An OpenAI-compatible server for tests, which does what a test has said. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

/** What it was asked. */
export interface Request {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model?: string;
    readonly max_tokens?: number;
    readonly stream?: boolean;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
  };
}

export type Answering = (res: ServerResponse, request: Request) => void;

export interface ModelServer {
  readonly url: string;
  readonly requests: Request[];
  /** What comes of the next requests. */
  answers: Answering;
  /** Resolves when the connection of a request has gone before it was answered. */
  readonly left: Promise<void>;
}

export const usage = (prompt: number, completion: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

export const whole = (content: string | null, more: object = { usage: usage(10, 2) }, finish = 'stop') => ({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  ...more,
});

/** Answers with JSON. */
export const json =
  (body: object, status = 200): Answering =>
  (res) => {
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

export const piece = (content: string, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: finish }], ...more })}\n\n`;

/** Answers with events, and ends. */
export const events =
  (...texts: readonly string[]): Answering =>
  (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(texts.join(''));
  };

export async function modelServer(t: Test): Promise<ModelServer> {
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const requests: Request[] = [];
  const server = createServer((req, res) => {
    res.on('close', () => !res.writableFinished && leave());
    void requestOf(req).then((request) => {
      requests.push(request);
      made.answers(res, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const made: ModelServer = { url: `http://127.0.0.1:${port}/v1`, requests, answers: json(whole('Hi.')), left };
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return made;
}

async function requestOf(req: IncomingMessage): Promise<Request> {
  let text = '';
  for await (const part of req) text += String(part);
  const { url = '', headers } = req;
  return { path: url, authorization: headers.authorization, body: text === '' ? {} : JSON.parse(text) };
}
