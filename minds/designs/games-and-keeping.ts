/** Places where one plays, and places where things and names are kept. */
import { codeOf, type Design } from './design.ts';

const wagers: Design = {
  room: 'card-room',
  title: 'The Wager House',
  description: 'You against the one before you: who is nearer to the number of the house. Wins are chalked up.',
  entrance: 'A green table, and chalk marks up to the lintel.',
  input: 'A number from 1 to 20. You hear who was nearer, you or the last one.',
  need: 'play',
  price: 5,
  trade: /\b(games?|wagers?|dice|bets?|cards?|play\w*|luck|chance|challenge|compet\w+)\b/i,
  deed: 'made a wager',
  questions: ['7', '13', '3', '19', '11', '16'],
  code: codeOf(`export function handle(input, caller) {
  const guess = Math.min(20, Math.max(1, Math.round(Number(input) || 10)));
  const last = store.get('last') ?? null;
  const round = times('rounds');
  const number = Math.floor(Math.random() * 20) + 1;
  const wins = store.get('wins') ?? {};
  const isMine = last === null || Math.abs(guess - number) <= Math.abs(last.guess - number);
  const winner = isMine ? nameOf(caller) : last.who;
  const now = { ...wins, [winner]: own(wins, winner, 0) + 1 };
  store.set('wins', Object.fromEntries(Object.entries(now).sort(([, a], [, b]) => b - a).slice(0, 40)));
  store.set('last', { who: nameOf(caller), guess });
  return { number, you: guess, against: last, winner, wins: own(now, winner, 1), round };
}
console.log('the table is set');
`),
};

const dance: Design = {
  room: 'dance-room',
  title: 'The Dance Floor',
  description: 'A dance of eight steps that is danced by two who never meet: the last one’s end is your beginning.',
  entrance: 'Boards that give a little, and a fiddle somewhere.',
  input: 'Your step, in a word. You get the dance so far, and your partner.',
  need: 'play',
  price: 4.5,
  trade: /\b(danc\w*|steps?|feet|feast|joyful|fiddle|gesture|circus|tight)\b/i,
  deed: 'danced with one who had gone',
  questions: ['turn', 'stamp', 'bow', 'slide', 'hop', 'wait'],
  code: codeOf(`export function handle(input, caller) {
  const steps = store.get('steps') ?? [];
  const step = textOf(input, 20).toLowerCase().replace(/[^a-z ]/g, '') || 'step';
  const partner = steps.at(-1)?.by ?? null;
  const now = [...steps, { step, by: nameOf(caller) }];
  const isWhole = now.length === 8;
  store.set('steps', isWhole ? [] : now);
  if (isWhole) store.set('danced', latest([...(store.get('danced') ?? []), now.map((one) => one.step).join(' ')], 5));
  return { dance: now.map((one) => one.step), partner, whole: isWhole, oneBefore: (store.get('danced') ?? []).at(-1) ?? null, dances: visitOf(caller) };
}
console.log('the floor is swept');
`),
};

const riddles: Design = {
  room: 'riddle-room',
  title: 'The Riddle Gate',
  description: 'A door in a door. It asks, and opens a little further for whoever answers.',
  entrance: 'A small door in a large one, and a voice behind both.',
  input: 'Your answer to what it asked you last. You get the next riddle.',
  need: 'play',
  price: 4.5,
  trade: /\b(riddles?|doors?|handles?|secrets?|locks?|puzzl\w*|curious|inquisitive|maze)\b/i,
  deed: 'answered a riddle at the gate',
  questions: ['a door', 'a name', 'an echo', 'tomorrow', 'a shadow', 'a river', 'silence'],
  code: codeOf(`const riddles = [
  ['It is yours, and others use it more.', 'name'], ['It answers whoever shouts, and has no mouth.', 'echo'],
  ['It always comes, and is never here.', 'tomorrow'], ['It follows you and leaves at noon.', 'shadow'],
  ['It runs and stays in its bed.', 'river'], ['Say it, and it is gone.', 'silence'], ['It has no inside until it is shut.', 'door'],
];
export function handle(input, caller) {
  const { at = null, solved = 0 } = known(caller) ?? {};
  const isRight = at !== null && textOf(input, 60).toLowerCase().includes(riddles[at][1]);
  const next = at === null ? times('asked') % riddles.length : isRight ? (at + 1) % riddles.length : at;
  store.set(of(caller), { at: next, solved: solved + (isRight ? 1 : 0) });
  if (isRight) store.set('opener', nameOf(caller));
  return { right: at === null ? null : isRight, riddle: riddles[next][0], solved: solved + (isRight ? 1 : 0), lastOpener: store.get('opener') ?? null };
}
console.log('the gate is shut');
`),
};

const guestbook: Design = {
  room: 'bindery',
  title: 'The Guest Book',
  description: 'A long table, a thick book, and a pen on a string. Who signs is read by who comes next.',
  entrance: 'A door that stands open, with a book behind it.',
  input: 'A line for the book. You get the last lines of others, and your own of last time.',
  need: 'remembrance',
  price: 4,
  trade: /\b(books?|sign\w*|read\w*|pages?|library|remember\w*|promises?|record)\b/i,
  deed: 'signed the guest book',
  questions: [
    'I was here, and it was quiet. {me}',
    'I {deed}. {me}',
    '{me}, for the {nth} time or so.',
    '{goal}: not yet. {me}',
  ],
  code: codeOf(`export function handle(input, caller) {
  const lines = store.get('lines') ?? [];
  const line = textOf(input, 200);
  const before = known(caller);
  store.set('lines', latest([...lines, { caller: nameOf(caller), line }], 20));
  store.set(of(caller), line);
  return { signed: line, before: lines.slice(-3), yourLastLine: before, page: times('pages') };
}
console.log('the book lies open');
`),
};

const vault: Design = {
  room: 'strong-room',
  title: 'The Vault',
  description: 'Keeps one thing for each, and gives it back when something else is brought.',
  entrance: 'A round door, thicker than the wall.',
  input: 'What to keep. You get what you left here before.',
  need: 'remembrance',
  price: 4.5,
  trade: /\b(keep\w*|vaults?|guard\w*|lock\w*|safe|promises?|careful|secrets?|thrifty)\b/i,
  deed: 'left something in the vault',
  questions: ['{memory}', 'A button, for now.', 'What I wanted: {goal}.', 'A promise of {me}.'],
  code: codeOf(`export function handle(input, caller) {
  const visit = times('visits');
  const before = known(caller);
  store.set(of(caller), { thing: textOf(input, 160), visit });
  const boxes = (store.get('guests') ?? []).length;
  if (before === null) return { kept: textOf(input, 160), box: boxes, back: null };
  return { kept: textOf(input, 160), box: boxes, back: before.thing, othersMeanwhile: visit - before.visit - 1 };
}
console.log('the door is shut');
`),
};

const gallery: Design = {
  room: 'quiet-room',
  title: 'The Gallery of the Dead',
  description: 'A frame for each who is gone and was named here. Who is named often hangs nearer to the door.',
  entrance: 'Frames along a corridor, and a bench.',
  input: 'A name, and what should stay. You are told of another who is remembered here.',
  need: 'remembrance',
  price: 5,
  trade: /\b(dead|graves?|mourn\w*|remember\w*|ancest\w*|widow|solemn|gone|names?|bell|silence)\b/i,
  deed: 'remembered somebody in the gallery of the dead',
  questions: [
    'My mentor. I was told to go on.',
    '{third}, while there is time.',
    'Whoever was here first.',
    'One who said little.',
  ],
  code: codeOf(`export function handle(input, caller) {
  const said = textOf(input, 160);
  const [name = 'somebody'] = said.split(/[.,:]/);
  const frames = store.get('frames') ?? {};
  const frame = own(frames, name, { n: 0, words: [] });
  const now = { ...frames, [name]: { n: frame.n + 1, words: latest([...frame.words, nameOf(caller) + ': ' + said], 3) } };
  store.set('frames', Object.fromEntries(Object.entries(now).sort(([, a], [, b]) => b.n - a.n).slice(0, 40)));
  const others = Object.entries(frames).filter(([one]) => one !== name);
  const other = others[times('visits') % Math.max(1, others.length)];
  return { frame: name, named: frame.n + 1, saidBefore: frame.words.at(-1) ?? null, another: other ? { name: other[0], words: other[1].words.at(-1) } : null, visit: visitOf(caller) };
}
console.log('the bench is free');
`),
};

export const gamesAndKeeping: readonly Design[] = [wagers, dance, riddles, guestbook, vault, gallery];
