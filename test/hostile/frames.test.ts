/**
 * Given the feed of a city, when frames come that nobody should send, then each is refused or its socket is closed with a code
 * that says why, and a socket that remains open can go on.
 */
import t, { type Test } from 'tap';
import { Client } from '../gateways/feed-client.ts';
import { type CheckedCity, checkedCity } from './city-with-checked-journal.ts';
import { long, texts } from './hostile-texts.ts';

/** Every text as a frame, and in each field of the frames that there are. */
const frames: readonly (string | Buffer)[] = texts.flatMap((text) => [
  text,
  Buffer.from(text),
  ...[{ type: text }, { type: 'resume', since: text }, { type: 'auth', token: [text] }, { [text]: text }, [text]].map(
    (frame) => JSON.stringify(frame),
  ),
  `{"type":"resume","since":${text}}`,
  `{"type":"auth","token":"${text}"`,
]);

async function refused(t: Test, city: CheckedCity): Promise<void> {
  const client = new Client(t, city.port, 'token of bo');
  await client.until('hello');
  for (const frame of frames) client.socket.send(frame);
  client.send({ type: 'resume', since: 0 });
  await client.until('resumed');
  const errors = client.frames.filter(({ type }) => type === 'error');
  t.equal(errors.length, frames.length, 'one answer for each, and the next frame is taken');
  t.ok(errors.every(({ error }) => error === 'invalid_request'));
}

t.test('[OP12] hostile strings in frames of the feed', async (t) => {
  const city = await checkedCity(t);
  await refused(t, city);
  for (const [n, text] of texts.entries()) {
    const client = new Client(t, city.port);
    await client.opened();
    client.send({ type: 'auth', token: text });
    t.equal((await client.closed).code, 4401, `text ${n} as a token`);
  }
  for (const text of long) {
    const client = new Client(t, city.port, 'token of bo');
    await client.until('hello');
    client.send(text);
    // Beyond what the socket server reads at all, there is no frame that could be answered.
    t.equal((await client.closed).code, 1006, 'a mebibyte');
  }
  await city.isWell();
});
