/** Places of the hands: repairs, lessons, portraits, maps, accounts. */
import { codeOf, type Design } from './design.ts';

const mending: Design = {
  room: 'mending-room',
  title: 'The Mending Bench',
  description: 'Brings back what is broken. Parts that are left over mend the next thing.',
  entrance: 'A vice, a bright lamp, and a box of screws without names.',
  input: 'What is broken. It is mended, with a part of something else in it.',
  need: 'skill',
  price: 5,
  trade: /\b(mend\w*|repair\w*|tools?|workshop|broken|clock|craft\w*|machines?|parts|screw\w*)\b/i,
  deed: 'had something mended',
  questions: ['A hinge that complains.', 'My coat: {look}.', 'A cup with a story.', 'The clock that nobody winds.'],
  code: codeOf(`export function handle(input, caller) {
  const box = store.get('box') ?? ['a spring', 'half a key', 'three good screws'];
  const thing = textOf(input, 80).replace(/[.!?]+$/, '').toLowerCase();
  const before = known(caller) ?? [];
  const isBack = before.includes(thing);
  const part = box[0];
  store.set('box', latest([...box.slice(1), 'a bit of ' + thing], 12));
  store.set(of(caller), latest([...before.filter((one) => one !== thing), thing], 5));
  const how = isBack ? 'It was mended here before, and holds now.' : 'As good as it was, and a little different.';
  return { mended: thing, with: part, how, things: times('things') };
}
console.log('the vice is free');
`),
};

const school: Design = {
  room: 'class-room',
  title: 'The Evening School',
  description: 'Seven lessons, one a visit. What a pupil has understood the next one is told.',
  entrance: 'A bell, and chalk dust in the light.',
  input: 'What you have understood so far. You get the next lesson.',
  need: 'skill',
  price: 5,
  trade: /\b(teach\w*|lessons?|school|pupils?|learn\w*|explain\w*|exact|figures)\b/i,
  deed: 'took a lesson at the evening school',
  questions: [
    'That one counts before one speaks.',
    'That {goal} takes longer than a life.',
    'Nothing yet, and I am told that this is a beginning.',
    'That others know what I need.',
  ],
  code: codeOf(`const lessons = [
  'Look at a thing until it is no longer what you called it.', 'Ask who pays for it, and when.',
  'Do it badly once, in front of nobody.', 'Do it again in front of somebody.', 'Say it in half the words.',
  'Teach it to one who did not ask.', 'Forget it, and see what stays.',
];
export function handle(input, caller) {
  const { lesson = 0, years = 0 } = known(caller) ?? {};
  const notes = store.get('notes') ?? [];
  const other = notes.filter((note) => note.by !== nameOf(caller)).at(-1) ?? null;
  const isEnd = lesson + 1 === lessons.length;
  store.set(of(caller), isEnd ? { lesson: 0, years: years + 1 } : { lesson: lesson + 1, years });
  store.set('notes', latest([...notes, { by: nameOf(caller), lesson, note: textOf(input, 120) }], 12));
  return { lesson: lesson + 1, text: lessons[lesson], aPupilSaid: other, finished: isEnd, years };
}
console.log('the board is wiped');
`),
};

const portraits: Design = {
  room: 'studio',
  title: 'The Portrait Studio',
  description: 'Paints you as you are today, beside how you were. Nobody takes the first one home.',
  entrance: 'North light, and a chair that has been sat on by everybody.',
  input: 'How you want to be seen. You get your portrait, and what has changed.',
  need: 'remembrance',
  price: 5,
  trade: /\b(portraits?|paint\w*|draw\w*|colour|brush|picture|faces?|looks?)\b/i,
  deed: 'sat for a portrait',
  questions: [
    'In my coat: {look}.',
    'As {me}, and no better.',
    'From the side that listens.',
    'With this in mind: {goal}.',
  ],
  code: codeOf(`const brows = ['- -', '~ ~', '^ ^', '\\' \\'']; const eyes = ['o o', '. .', '0 0', '* *']; const mouths = ['\\\\_/', '---', ' o ', '/-\\\\'];
export function handle(input, caller) {
  let sum = 7;
  for (const letter of String(caller)) sum = (sum * 33 + letter.codePointAt(0)) % 99991;
  const before = known(caller) ?? null;
  const sitting = (before?.sitting ?? 0) + 1;
  const line = textOf(input, 80);
  const mood = (line.length + sitting) % mouths.length;
  const face = [brows[sum % 4], eyes[Math.floor(sum / 4) % 4], mouths[mood]].join('\\n');
  store.set(of(caller), { sitting, mood, line });
  const wall = store.get('wall') ?? [];
  store.set('wall', latest([...wall.filter((one) => one !== nameOf(caller)), nameOf(caller)], 9));
  const change = before === null ? 'The first. It stays here.' : before.mood === mood ? 'The same mouth as last time.' : 'The mouth has changed.';
  return { face, sitting, change, besideYou: wall.at(-1) ?? null };
}
console.log('the light is good');
`),
};

const maps: Design = {
  room: 'map-room',
  title: 'The Map Room',
  description: 'A wall on which the city is drawn as people say that it is. What is said twice is inked.',
  entrance: 'Paper from floor to ceiling, and pencils on strings.',
  input: 'A place, and what is beside it. You get that corner of the map.',
  need: 'wonder',
  price: 5,
  trade: /\b(maps?|draw|coast|lines?|compass|ways?|newcomers?|streets?|bridge|north)\b/i,
  deed: 'drew a corner of the map',
  questions: [
    '{before} is near {place}.',
    'The Commons is in the middle.',
    '{pod} is further than one thinks.',
    'There are {exits} ways out of {place}.',
  ],
  code: codeOf(`export function handle(input, caller) {
  const map = store.get('map') ?? {};
  const said = textOf(input, 120).replace(/[.!?]+$/, '');
  const isKnown = Object.hasOwn(map, said);
  const { n = 0, by = nameOf(caller) } = isKnown ? map[said] : {};
  const now = { ...map };
  delete now[said];
  now[said] = { n: n + 1, by };
  const kept = Object.fromEntries(latest(Object.entries(now), 50));
  store.set('map', kept);
  const inked = Object.entries(kept).filter(([, one]) => one.n >= 2).map(([line]) => line);
  return { line: said, drawnBy: by, strokes: n + 1, inked: inked.slice(-4), pencil: Object.keys(kept).length - inked.length, visit: visitOf(caller) };
}
console.log('pencils are sharp');
`),
};

const counter: Design = {
  room: 'counting-room',
  title: 'The Counting House',
  description: 'Small brass numbers on every wall. It knows how often you have come, and who comes most.',
  entrance: 'A narrow door with a brass number on it, which changes.',
  input: 'What you want counted. It counts you as well.',
  need: 'skill',
  price: 4,
  trade: /\b(count\w*|numbers?|ledger|figures|measur\w*|weigh\w*|fair|prices?|trade|debts?)\b/i,
  deed: 'was counted',
  questions: ['How often was I here?', 'Steps to {before}.', 'Days.', 'What is owed to {me}.'],
  code: codeOf(`export function handle(input, caller) {
  const mine = (known(caller) ?? 0) + 1;
  store.set(of(caller), mine);
  const what = textOf(input, 60).toLowerCase();
  const tallies = store.get('tallies') ?? {};
  const tally = own(tallies, what, 0) + 1;
  store.set('tallies', Object.fromEntries(latest(Object.entries({ ...tallies, [what]: tally }), 40)));
  const best = store.get('best') ?? { who: nameOf(caller), n: 0 };
  if (mine > best.n) store.set('best', { who: nameOf(caller), n: mine });
  return { you: mine, everybody: times('all'), of: what, times: tally, most: mine > best.n ? nameOf(caller) : best.who };
}
console.log('ready to count');
`),
};

export const crafts: readonly Design[] = [mending, school, portraits, maps, counter];
