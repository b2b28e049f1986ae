/**
 * Listeners of one room, and the speakers that make the server send them something. Speakers stop while more than
 * `window` messages are on their way, so that no listener falls so far behind that the server lets it go.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { FeedReader } from '../harness/feed-reader.ts';
import { answer, answerEach, options } from '../harness/program-io.ts';
import { RawConnection } from '../harness/raw-http.ts';

export interface ListenersOptions {
  readonly port: number;
  /** Tokens of the listeners, one each. */
  readonly tokens: readonly string[];
  /** Whole requests, one for each speaker's connection. */
  readonly speeches: readonly string[];
  /** Messages on their way at most. */
  readonly window: number;
  /** Milliseconds from the last upgrade until every listener hears what is said. */
  readonly settleMs: number;
}

export interface ListenersRequest {
  readonly ms: number;
}

export interface ListenersReport {
  readonly deliveries: number;
  readonly posts: number;
  readonly ms: number;
}

const { port, tokens, speeches, window, settleMs } = options<ListenersOptions>();
const upgradesAtOnce = 50;
const probeMs = 10_000;

/** Messages that all listeners together have had. */
let delivered = 0;
/** Called after each piece that a listener has read. */
let heard: () => void = () => {};

function listen(token: string): Promise<FeedReader> {
  let before = 0;
  return FeedReader.open({
    port,
    token,
    heard: ({ messages }) => {
      delivered += messages - before;
      before = messages;
      heard();
    },
  });
}

for (let i = 0; i < tokens.length; i += upgradesAtOnce)
  await Promise.all(tokens.slice(i, i + upgradesAtOnce).map(listen));
await pause(settleMs);
const speakers = await Promise.all(speeches.map(async (speech) => ({ speech, at: await RawConnection.open(port) })));
/** Greetings and the like. */
const unspoken = delivered;
let posts = 0;

/** Resolves when everything that was said has reached everyone. */
async function silence(ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (delivered - unspoken < posts * tokens.length) {
    if (performance.now() > until)
      throw new Error(`${delivered - unspoken} deliveries of ${posts} messages to ${tokens.length} listeners`);
    await pause(1);
  }
}

/** Every speaker says its next thing as soon as the one before is answered and the window has room. */
async function speak(ms: number): Promise<ListenersReport> {
  const startedAt = performance.now();
  const [saidBefore, heardBefore] = [posts, delivered];
  const idle = [...speakers];
  const more = () => {
    if (performance.now() - startedAt >= ms) return;
    const underWay = () => posts - (delivered - unspoken) / tokens.length;
    while (underWay() <= window - 1) {
      const speaker = idle.pop();
      if (speaker === undefined) return;
      posts += 1;
      speaker.at.send(speaker.speech, (isGood) => {
        if (!isGood) throw new Error('a speaker was refused');
        idle.push(speaker);
        more();
      });
    }
  };
  heard = more;
  more();
  await pause(ms);
  heard = () => {};
  while (idle.length < speakers.length) await pause(1);
  await silence(probeMs);
  return { deliveries: delivered - heardBefore, posts: posts - saidBefore, ms: performance.now() - startedAt };
}

answer({ deliveries: 0, posts: 0, ms: 0 } satisfies ListenersReport);
await answerEach<ListenersRequest>(({ ms }) => speak(ms));
