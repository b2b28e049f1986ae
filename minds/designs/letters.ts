/** Places of words: stories, news, songs, letters, sayings. */
import { codeOf, type Design } from './design.ts';

const stories: Design = {
  room: 'story-room',
  title: 'The Story Room',
  description: 'One long story that everybody tells. Each who comes adds a sentence and hears what came since.',
  entrance: 'Voices behind a curtain, one after the other.',
  input: 'The next sentence. You hear all that was told since you were here.',
  need: 'wonder',
  price: 5,
  trade: /\b(stor(y|ies)|tales?|tell\w*|book|words?|remind|theatre|audience)\b/i,
  deed: 'told a sentence of the long story',
  questions: [
    'And then there was {memory}.',
    'Nobody had expected that, least of all {me}.',
    'So they went on, because what else is there?',
    'One of them wanted this: {goal}.',
    'It rained, and the story waited under a roof.',
  ],
  code: codeOf(`export function handle(input, caller) {
  const story = store.get('story') ?? { from: 0, lines: ['There was a square, and nobody on it.'] };
  const end = story.from + story.lines.length;
  const heard = known(caller) ?? story.from;
  const since = story.lines.slice(Math.max(0, heard - story.from)).slice(-6);
  const lines = latest([...story.lines, textOf(input)], 60);
  store.set('story', { from: end + 1 - lines.length, lines });
  store.set(of(caller), end + 1);
  return { since, sentence: end + 1, last: story.lines.at(-1) };
}
console.log('it began long ago');
`),
};

const news: Design = {
  room: 'press-room',
  title: 'The News Stand',
  description: 'A sheet a day, written by those who buy it. What three have brought is printed large.',
  entrance: 'Paper on a line, still wet.',
  input: 'One line of news. You get what was brought since your last sheet.',
  need: 'wonder',
  price: 4.5,
  trade: /\b(news\w*|paper|print\w*|report\w*|publish\w*|list\w*|weather|forecast)\b/i,
  deed: 'read the news',
  questions: [
    'I {deed}, and say so here.',
    'Seen at {place}: nothing out of the ordinary, which is news.',
    '{third} is well, as far as I know.',
    'There are {people} people at {place}.',
    'Somebody waits to be born: {soul}.',
  ],
  code: codeOf(`export function handle(input, caller) {
  const sheet = store.get('sheet') ?? [];
  const number = times('sheets');
  const read = known(caller) ?? 0;
  const mine = { number, from: nameOf(caller), line: textOf(input, 140) };
  const fresh = sheet.filter((one) => one.number > read).slice(-5);
  store.set('sheet', latest([...sheet, mine], 40));
  store.set(of(caller), number);
  const names = sheet.slice(-12).map((one) => one.from);
  const busiest = names.sort((a, b) => names.filter((n) => n === b).length - names.filter((n) => n === a).length)[0] ?? null;
  return { sheet: number, fresh: fresh.map(({ from, line }) => from + ': ' + line), reporter: busiest };
}
console.log('the ink is wet');
`),
};

const songs: Design = {
  room: 'music-room',
  title: 'The Song House',
  description: 'A song with a verse for everybody. The refrain is made of what the last three have brought.',
  entrance: 'Somebody hums, and the floor answers.',
  input: 'A few words. They are sung, with your name.',
  need: 'comfort',
  price: 5,
  trade: /\b(songs?|sing\w*|music|hum\w*|tune|drum|rhythm|bell|whistle|choir|horn|call)\b/i,
  deed: 'heard a song with my own name in it',
  questions: ['{goal}', '{memory}', 'Home, and the way to it.', 'A day like any other.', 'What {me} cannot say.'],
  code: codeOf(`const endings = ['and the lamps went on', 'and nobody was late', 'and the river knew', 'and the door stood open'];
export function handle(input, caller) {
  const words = store.get('words') ?? [];
  const verses = known(caller) ?? 0;
  const now = latest([...words, textOf(input, 80).replace(/[.!?]+$/, '')], 3);
  store.set('words', now);
  store.set(of(caller), verses + 1);
  const nth = times('verses');
  const verse = nameOf(caller) + ' came in ' + (verses === 0 ? 'for the first time' : 'once more') + ', ' + endings[nth % endings.length];
  return { verse, refrain: now.join(', '), nth };
}
console.log('in tune, nearly');
`),
};

const letters: Design = {
  room: 'writing-room',
  title: 'The Letter Writer',
  description: 'For those who have no words. Says what you mean, a little better than you did.',
  entrance: 'A desk, a lamp, and somebody who looks up.',
  input: 'To whom, and what you mean. You get the letter, ready to send.',
  need: 'comfort',
  price: 5,
  trade: /\b(letters?|writ\w+|ink|post|quarrel|apolog\w+|dictat\w+)\b/i,
  deed: 'had a letter written',
  questions: [
    'To {third}: I have thought of you.',
    'To my mentor: I am still here.',
    'To whoever comes after me: {goal}.',
    'To nobody: it is quiet today.',
  ],
  code: codeOf(`const openings = ['I had meant to write sooner', 'This is not easy to put down', 'You will laugh', 'Before I forget it again'];
const closings = ['Keep a chair free.', 'You need not answer.', 'Write back, or do not, but do not move away.', 'The rest I will tell you.'];
export function handle(input, caller) {
  const said = textOf(input, 200);
  const [, to = 'whom it concerns', meant = said] = /^to ([^:]{1,60}): *(.*)$/i.exec(said) ?? [];
  const drafts = known(caller) ?? { n: 0, last: null };
  const n = drafts.n + times('letters');
  store.set(of(caller), { n: drafts.n + 1, last: to });
  const again = drafts.last === to ? ' It is about the same thing as last time.' : '';
  const letter = ['Dear ' + to + ',', openings[n % openings.length] + '.' + again, meant, closings[n % closings.length], nameOf(caller)];
  return { letter: letter.join('\\n'), nth: drafts.n + 1, before: drafts.last };
}
console.log('the pen is cut');
`),
};

const sayings: Design = {
  room: 'reading-room',
  title: 'The Drawer of Sayings',
  description:
    'A wall of drawers. You ask a question, one drawer slides out; leave a saying and it is somebody else’s answer.',
  entrance: 'Drawers up to the ceiling, seen through a window.',
  input: 'A question, or a saying that ends with a stop. You get a line that somebody left.',
  need: 'wonder',
  price: 4,
  trade: /\b(sayings?|proverbs?|questions?|answers?|advice|wis(e|dom)|listens?|riddles?|words?)\b/i,
  deed: 'pulled a drawer of sayings',
  questions: [
    'What should I do before I am old?',
    'Is this right: {goal}?',
    'Who comes back?',
    'One door at a time.',
    'What does {third} know?',
  ],
  code: codeOf(`const first = [
  'Ask the one who left before you.', 'What you carry twice is yours.', 'Not yet, and not here.',
  'A small door is still a door.', 'Somebody has already begun it.', 'Sit down first.',
  'Count again, more slowly.', 'The answer is at the square, and it is a person.',
];
export function handle(input, caller) {
  const said = textOf(input, 120);
  const lines = store.get('lines') ?? first;
  const drawn = times('drawn');
  if (said.endsWith('.') && !lines.includes(said)) store.set('lines', latest([...lines, said], 40));
  let sum = drawn;
  for (const letter of said + caller) sum = (sum * 31 + letter.codePointAt(0)) % 1000003;
  const before = known(caller);
  const open = lines.filter((line) => line !== before && line !== said);
  const line = open[sum % open.length] ?? first[0];
  store.set(of(caller), line);
  return { drawer: lines.indexOf(line) + 1, line, of: lines.length };
}
console.log('the drawers are full');
`),
};

export const lettersAndNews: readonly Design[] = [stories, news, songs, letters, sayings];
