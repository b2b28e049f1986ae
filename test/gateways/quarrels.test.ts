/** Quarrels in the chronicle: words of residents that name somebody, quoted; one for each quarrel a day, and few of one speaker. */
import t, { type Test } from 'tap';
import type { FeedEvent } from '../../engine/command.ts';
import type { Entry } from '../../gateways/chronicle/chronicle-rows.ts';
import { newsOf } from '../../gateways/chronicle/day-news.ts';
import { quarrelWordsOf } from '../../gateways/chronicle/quarrel-words.ts';
import { mayBeQuarrel, quarrelEntry } from '../../gateways/chronicle/quarrels.ts';
import { sentencesOf, textOf } from '../../gateways/chronicle/sentences.ts';
import { groups } from '../../minds/brains/rules/words/groups.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';

const newest = { before: Number.MAX_SAFE_INTEGER, limit: 100 };
const names: Readonly<Record<string, string>> = {
  'ada-1': 'Ada',
  'bo-2': 'Bo Lind',
  'cy-3': 'Cy',
  'cy-4': 'Cy Moor',
  'late-5': 'Late',
  'there-6': 'There Is',
  'abel-7': 'Sister Abel',
};

async function told(t: Test, said: readonly (readonly [actor: string, message: string, tick?: number])[]) {
  const rows = new MemoryChronicleRows();
  const subjects = Object.entries(names).map(([id, name]) => {
    return { id: `resident:${id}` as const, name, since: 0, until: id === 'late-5' ? 1 : null };
  });
  await rows.write([], subjects, 0);
  for (const [n, [actor, message, tick = 5]] of said.entries()) {
    const event = spoken(n + 1, actor, message, tick);
    const entry = mayBeQuarrel(event) ? await quarrelEntry(rows, event, []) : undefined;
    if (entry !== undefined) await rows.write([entry], [], n + 1);
  }
  const entries = await rows.read(newest);
  const sentences = (await sentencesOf(rows, entries)).map(textOf).reverse();
  t.equal(sentences.length, entries.length);
  return { rows, sentences, entries };
}

function spoken(seq: number, actor: string, message: string, tick: number): FeedEvent {
  const envelope = { seq, type: 'message.broadcast', at: '2030-01-01T00:00:00.000Z', tick, location: 'city-commons' };
  const json = JSON.stringify({ ...envelope, actor, subject: null, data: { id: `m${seq}`, message } });
  return { seq, type: 'message.broadcast', audience: ['public'], json };
}

t.test('who is named in words of a quarrel is told of, in the words of who said them', async (t) => {
  const { sentences, rows } = await told(t, [
    ['ada-1', 'Good day. You hurried away from me yesterday, Bo. I noticed.'],
    ['bo-2', 'I am sorry, Ada. It was not meant like that.'],
    ['ada-1', 'You left a question standing, Bo. I am not angry any more.'],
    ['cy-4', 'Listen, Abel. Ada and Bo Lind have fallen out: Bo <b>walked</b> off.'],
    ['bo-2', 'It is a fine day, Ada, and I like your place.'],
  ]);
  t.strictSame(sentences, [
    'Ada said in public of Bo Lind: “You hurried away from me yesterday, Bo.”',
    'Bo Lind said in public of Ada: “I am sorry, Ada. It was not meant like that.”',
    'Cy Moor said in public of Ada and Bo Lind: “Ada and Bo Lind have fallen out: Bo <b>walked</b> off.”',
  ]);
  const about = async (id: string) => (await rows.read({ ...newest, about: `resident:${id}` })).length;
  t.same([await about('ada-1'), await about('bo-2'), await about('cy-4')], [3, 3, 1], 'on the pages of all of them');
  const { lines } = await newsOf(rows, 1, 5);
  t.same(
    lines.map(({ section }) => section),
    ['quarrels', 'quarrels', 'peace', 'records'],
  );
});

t.test('nobody is guessed: whom several could be, who has died, and words that begin a sentence', async (t) => {
  const { sentences } = await told(t, [
    ['ada-1', 'I am angry with Cy Moor.'],
    ['bo-2', 'I am angry with Cy.'],
    ['bo-2', 'I am angry with Late.'],
    ['bo-2', 'There is bad blood between us.'],
    ['bo-2', 'Sister, I am angry with you.'],
    ['bo-2', 'I am angry with myself, Bo.'],
    ['bo-2', 'I am angry with Bob, Adam and Zed.'],
  ]);
  t.strictSame(sentences, ['Ada said in public of Cy Moor: “I am angry with Cy Moor.”']);
});

t.test('of a quarrel one sentence a day of those who are in it, and few of one speaker', async (t) => {
  const { entries } = await told(t, [
    ['ada-1', 'I am angry with Bo.'],
    ['ada-1', 'Bo, how dare you.'],
    ['bo-2', 'I am furious with Ada.'],
    ['cy-4', 'Ada is angry with Bo.'],
    ['there-6', 'Bo is angry with Ada.'],
    ['ada-1', 'I am angry with Bo.', 30],
    ...Array.from({ length: 3 }, () => ['cy-4', 'Ada, Bo and There Is have quarrelled.'] as const),
  ]);
  t.same(
    entries.map(({ seq }) => seq).reverse(),
    [1, 4, 6, 7],
    'the one who said it first; others of both; the next day again',
  );
  const people = ['Ada', 'Bo', 'Cy Moor', 'There Is'];
  const pairs = people.flatMap((one) => people.map((other) => ['cy-4', `${one} is angry with ${other}.`] as const));
  t.ok((await told(t, pairs)).entries.length <= 4);
});

t.test('what is about to be written counts as told', async (t) => {
  const rows = new MemoryChronicleRows();
  const subject = { id: 'resident:bo-2', name: 'Bo', since: 0, until: null } as const;
  await rows.write([], [subject], 0);
  const entries: Entry[] = [];
  for (const seq of [1, 2]) {
    const entry = await quarrelEntry(rows, spoken(seq, 'ada-1', 'I am angry with Bo.', 5), entries);
    if (entry !== undefined) entries.push(entry);
  }
  t.equal(entries.length, 1);
});

t.test('words of peace are told from words of quarrel, and both from everything else', async (t) => {
  const tones = (words: readonly string[]) => words.map((one) => quarrelWordsOf(one)?.tone);
  const peace = [
    'I forgive you, Ada.',
    'Ada and I have made peace.',
    'I am sorry, Ada: I lied.',
    'We talk again, Ada.',
  ];
  t.same(
    tones(peace),
    peace.map(() => 'peace'),
  );
  const sore = [
    'I will never forgive Ada.',
    'I cannot forgive you, Ada.',
    'You cheated me, Ada.',
    'Shame on you, Ada!',
  ];
  t.same(
    tones(sore),
    sore.map(() => 'sore'),
  );
  const other = [
    ...['All are sorry.', 'I have not forgotten that we spoke of work, Ada.', 'A fair price, Ada.', '', '?'],
    ...['Bo helped me out, Ada. I will not forget it.', 'Ada, I am sorry about Cy. It was too soon.'],
    ...['I hold no grudge against Bo.', 'I am not angry with Bo.', 'Nobody has ever cheated me, Bo.'],
    ...['The Bakery of Bo lies behind the Commons.', 'Let us talk again soon, Bo.', 'Bo does not bear a grudge.'],
    `Ada is ${'good and '.repeat(40)}kind. How dare they.`,
  ];
  t.same(
    tones(other),
    other.map(() => undefined),
  );
  t.ok([...(quarrelWordsOf(`I am angry with Ada ${'and '.repeat(400)}`)?.quoted ?? '')].length <= 240);
});

t.test('whom a sentence is said to is meant only where it names nobody else', async (t) => {
  const { sentences } = await told(t, [
    ['ada-1', 'I do not get on with Bo Lind, Abel.'],
    ['cy-4', 'Abel, I am not talking to Bo.'],
    ['bo-2', 'You said hard things to me, Ada.', 30],
    ['there-6', 'Shame on Bo Lind-Two.'],
  ]);
  t.strictSame(sentences, [
    'Ada said in public of Bo Lind: “I do not get on with Bo Lind, Abel.”',
    'Cy Moor said in public of Bo Lind: “Abel, I am not talking to Bo.”',
    'Bo Lind said in public of Ada: “You said hard things to me, Ada.”',
  ]);
});

t.test('who is only spoken to is not spoken of, unless the words are about `you`', async (t) => {
  const { sentences } = await told(t, [
    // Nobody is known by these names, or several are.
    ['ada-1', 'There Is: Nettle is not talking to Ilse Tarn, who turned away.'],
    ['ada-1', 'There Is, did you hear that Nettle Okafor has fallen out with Cy?'],
    ['ada-1', 'They are angry with us, There Is.'],
    ['ada-1', 'Abel: Bo Lind is not talking to Cy Moor.'],
    ['there-6', 'They say that you and Bo Lind have fallen out, Ada.'],
    ['cy-4', 'There Is: you lied to me.', 30],
    ['cy-4', 'Let me say, Abel, that I forgive Ada.', 30],
    ['bo-2', 'Cy Moor is sore at you, Ada, since then.', 60],
    ['bo-2', 'I tell you, Ada, that I am angry with There Is.', 60],
  ]);
  t.strictSame(sentences, [
    'Ada said in public of Bo Lind and Cy Moor: “Abel: Bo Lind is not talking to Cy Moor.”',
    'There Is said in public of Bo Lind and Ada: “They say that you and Bo Lind have fallen out, Ada.”',
    'Cy Moor said in public of There Is: “There Is: you lied to me.”',
    'Cy Moor said in public of Ada: “Let me say, Abel, that I forgive Ada.”',
    'Bo Lind said in public of Cy Moor and Ada: “Cy Moor is sore at you, Ada, since then.”',
    'Bo Lind said in public of There Is: “I tell you, Ada, that I am angry with There Is.”',
  ]);
});

t.test('what is only told on is told once a day, by whoever tells it first', async (t) => {
  const { entries } = await told(t, [
    ['ada-1', 'Abel: Bo Lind is not talking to Cy Moor.'],
    ['there-6', 'Ada: Cy Moor is not talking to Bo Lind.'],
    ['abel-7', 'Bo Lind and Cy Moor have fallen out, Ada.'],
    ['ada-1', 'Nettle is not talking to There Is.', 30],
    ['bo-2', 'Ada: Nettle is not talking to There Is.', 30],
  ]);
  t.same(entries.map(({ seq }) => seq).reverse(), [1, 4]);
});

t.test('of what the minds of the city can say only words of quarrels are told as such', (t) => {
  const ofQuarrels =
    /^(?:did|own|toMe|told|yours|did|because|legacies|blame|forgive|apology|sorry|side|reconcile|quarrels)\b|^opinions\.cold$/;
  const spoken = [...groups].flatMap(([group, lines]) => lines.map((line) => ({ group, words: filled(line) })));
  const read = spoken.filter(({ words }) => quarrelWordsOf(words) !== undefined);
  t.ok(read.length > 30, String(read.length));
  const thanks = read.filter(({ group }) => !ofQuarrels.test(group) || /\.(?:gave|lost|closed)$/.test(group));
  t.strictSame(thanks, []);
  t.end();
});

const filled = (line: string): string =>
  line
    .replaceAll(/\{\?\w+\}/g, '')
    .replaceAll('{you}', 'Ada')
    .replaceAll('{who}', 'Bo')
    .replaceAll('{whom}', 'Cy');
