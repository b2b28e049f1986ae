/** Counting tokens: in small parts, one text after the other. */
import t from 'tap';
import { type Encoding, TokenCounter } from '../../services/inference/token-counter.ts';

const encoding = (countTokens: (text: string) => number): Encoding => ({
  countTokens: (text) => countTokens(String(text)),
  setMergeCacheSize: () => undefined,
});

t.test('[IN18] one text is counted after the other, and others run meanwhile', async (t) => {
  let seen = '';
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const counter = new TokenCounter(async () =>
    encoding((text) => {
      seen += text.charAt(0);
      return 1;
    }),
  );
  const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(64 * 1024));
  t.same(await Promise.all(texts.map((text) => counter.count(text))), [512, 512, 512]);
  isOver = true;
  t.match(seen, /^a+b+c+$/);
  t.ok(turns >= (3 * 512) / 8 - 1, `${turns} turns of others`);
});

t.test('[IN18] a vocabulary that could not be loaded is loaded again', async (t) => {
  let tries = 0;
  const counter = new TokenCounter(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no file');
    return encoding(() => 2);
  });
  await t.rejects(counter.load(), { message: 'no file' });
  t.equal(await counter.count('one'), 2);
  t.equal(await counter.count('two'), 2);
  t.equal(tries, 2);
});
