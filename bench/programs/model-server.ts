/**
 * An OpenAI-compatible server whose model says the same words to everybody, at a steady pace or as fast as they are taken. Prints
 * its port; a request of the harness says how it shall answer from then on.
 */
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { answer, answerEach } from '../harness/program-io.ts';

export interface ModelServerRequest {
  /** Words of each answer. */
  readonly chunks: number;
  /** Milliseconds between two of them; 0: as fast as the reader takes them. */
  readonly pauseMs: number;
}

export interface ModelServerReport {
  readonly port: number;
}

let asked: ModelServerRequest = { chunks: 1, pauseMs: 0 };

const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;
const common = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'bench' };
const choice = (delta: object, finish_reason: string | null) => [{ index: 0, delta, logprobs: null, finish_reason }];
const word = event({ ...common, choices: choice({ content: ' lamp' }, null) });
const last = event({ ...common, choices: choice({}, 'stop') });

const usageOf = (chunks: number): string =>
  event({
    ...common,
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: chunks, total_tokens: chunks + 10 },
  });

async function say(res: ServerResponse, { chunks, pauseMs }: ModelServerRequest): Promise<void> {
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (let n = 0; n < chunks && !res.closed; n++) {
    if (pauseMs > 0) await pause(pauseMs);
    if (!res.write(word)) await new Promise<void>((resolve) => res.once('drain', resolve).once('close', resolve));
  }
  res.end(`${last}${usageOf(chunks)}data: [DONE]\n\n`);
}

const server = createServer((req, res) => {
  // What is asked does not matter, but that all of it was.
  req.resume().once('end', () => void say(res, asked));
});

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
answer({ port } satisfies ModelServerReport);
await answerEach<ModelServerRequest>(async (request) => {
  asked = request;
  return { port };
});
