/** The model of a city without a language model: the same messages, the same answer. */
import t from 'tap';
import type { Message } from '../../services/inference/completion.ts';
import { answerTo, promptTokensOf, templateProvider } from '../../services/inference/template-model.ts';

const user = (content: string): Message => ({ role: 'user', content });
const system = (content: string): Message => ({ role: 'system', content });
const asked = (messages: readonly Message[], maxTokens: number) => ({
  model: 'template',
  messages,
  maxTokens,
  temperature: null,
});
const never = new AbortController().signal;

t.test(
  '[IN14] blanks are filled with what it was told, the later counts, and what it was not told it says',
  async (t) => {
    const facts = 'name: Vera\nmood: calm\nmood: glad';
    t.equal(
      answerTo([system(facts), user('Dear {{ name }}, be {{Mood}}. {{age}}?')]),
      'Dear Vera, be glad. (age: not told)?',
    );
    t.equal(answerTo([user('place: the mill\nMeet me at {{place}}.')]), 'Meet me at the mill.');
    t.equal(answerTo([system('a: {{b}}\nb: $& twice'), user('{{a}} {{b}}')]), '{{b}} $& twice');
  },
);

t.test('[IN15] else it quotes what bears most on what it is asked, in the order in which it was told', async (t) => {
  const told = system('Bo bakes bread at dawn. The mill stands by the river. The river floods in spring! Ada sings.');
  t.match(
    answerTo([told, user('When does the river flood near the mill?')]),
    /: The mill stands by the river\. The river floods in spring!$/,
  );
  t.match(answerTo([told, user('Quantum chromodynamics?')]), /told/);
  t.match(answerTo([system('Only this.')]), /told/);
  const once = answerTo([told, user('Who bakes bread?')]);
  for (let n = 0; n < 5; n++) t.equal(answerTo([told, user('Who bakes bread?')]), once);
});

t.test('[IN16] it says no more tokens than it may, in pieces as it would whole', async (t) => {
  const messages = [system('Bo bakes bread at dawn, for Ada.'), user('Who bakes bread?')];
  const cut = await templateProvider.complete(asked(messages, 4), never);
  t.match(cut, { finish: 'length', usage: { completion: 4 } });
  const whole = await templateProvider.complete(asked(messages, 400), never);
  t.match(whole, { finish: 'stop', content: answerTo(messages) });
  const pieces: string[] = [];
  for await (const piece of templateProvider.stream(asked(messages, 400), never))
    if (piece.type === 'text') pieces.push(piece.text);
  t.equal(pieces.join(''), answerTo(messages));
  const long = [system(`a: ${'b '.repeat(3_000)}`), user('{{a}}')];
  let count = 0;
  for await (const { type } of templateProvider.stream(asked(long, 3_000), never)) if (type === 'text') count += 1;
  t.ok(count > 1 && count <= 100, `${count} pieces for 3,000 tokens: each costs an event`);
});

t.test('[IN17] what blanks repeat is cut, and nothing longer is ever made', async (t) => {
  const hostile = [user(`${'{{a}}'.repeat(2_000)}\na: ${'! '.repeat(1_000)}`)];
  t.ok(answerTo(hostile).length <= 64 * 1024, `${answerTo(hostile).length} characters`);
  t.ok(answerTo(hostile, 100).length <= 100);
  const whole = await templateProvider.complete(asked(hostile, 16_384), never);
  t.match(whole, { finish: 'length' });
  t.ok(whole.type === 'finished' && whole.content.length <= 64 * 1024);
  const halves = await templateProvider.complete(
    asked([system(`a: ${'\u{20000}'.repeat(40_000)}`), user('a{{a}}')], 16_384),
    never,
  );
  t.ok(halves.type === 'finished' && !/\p{Surrogate}/u.test(halves.content), 'no character is cut in two');
});

t.test('[IN17] what has no spaces is no single token, nor is a row of spaces', async (t) => {
  for (const long of ['x'.repeat(10_000), ' '.repeat(10_000), '\u{20000}'.repeat(5_000)]) {
    const cut = await templateProvider.complete(asked([system(`a: b${long}c`), user('{{a}}')], 1), never);
    t.match(cut, { finish: 'length', usage: { completion: 1 } });
    t.ok(cut.type === 'finished' && cut.content.length <= 64);
    t.ok(promptTokensOf([user(`b${long}c`)]) >= 100);
  }
});

t.test('it is as quick with a text made to slow it down', async (t) => {
  const hostile = [
    ' '.repeat(120_000),
    'a: '.repeat(40_000),
    '{{'.repeat(60_000),
    `x${' '.repeat(100_000)}`,
    '.'.repeat(120_000),
  ];
  for (const text of hostile) t.type(answerTo([system(text), user(`${text} {{x}}`)]), 'string');
});
