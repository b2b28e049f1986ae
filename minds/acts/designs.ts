/** What minds that decide by rules can build: small services that others like to use, each with its code and its entrance. */

export interface Design {
  /** The room at home in which it is made. */
  readonly room: string;
  readonly title: string;
  readonly description: string;
  /** The name of the entrance at the Commons. */
  readonly entrance: string;
  readonly input: string;
  readonly code: string;
  /** The input with which it is called. */
  readonly question: string;
}

const guestbook: Design = {
  room: 'bindery',
  title: 'The Guest Book',
  description: 'A long table, a thick book, and a pen on a string. Who signs is read by who comes next.',
  entrance: 'A door that stands open, with a book behind it.',
  input: 'A line for the book. You get the last lines of others.',
  question: 'I was here, and it was quiet.',
  code: `export function handle(input, caller) {
  const lines = store.get('lines') ?? [];
  const line = String(typeof input === 'string' ? input : JSON.stringify(input) ?? '').slice(0, 200);
  store.set('lines', [...lines, { caller, line }].slice(-20));
  return { signed: line, before: lines.slice(-3) };
}
console.log('the book lies open');
`,
};

const counter: Design = {
  room: 'counting-room',
  title: 'The Counting House',
  description: 'Small brass numbers on every wall. It knows how often you have come, and how often anybody has.',
  entrance: 'A narrow door with a brass number on it, which changes.',
  input: 'Anything: it counts you, not what you say.',
  question: 'How often was I here?',
  code: `export function handle(_input, caller) {
  const mine = (store.get('of ' + caller) ?? 0) + 1;
  const all = (store.get('all') ?? 0) + 1;
  store.set('of ' + caller, mine);
  store.set('all', all);
  return { you: mine, everybody: all };
}
console.log('ready to count');
`,
};

const sayings: Design = {
  room: 'reading-room',
  title: 'The Drawer of Sayings',
  description: 'A wall of drawers. You ask a question, one drawer slides out, and in it lies a line.',
  entrance: 'Drawers up to the ceiling, seen through a window.',
  input: 'A question. The same question has the same drawer, each day another one.',
  question: 'What should I do before I am old?',
  code: `const lines = [
  'Ask the one who left before you.', 'What you carry twice is yours.', 'Not yet, and not here.',
  'A small door is still a door.', 'Somebody has already begun it.', 'Sit down first.',
  'Count again, more slowly.', 'The answer is at the square, and it is a person.',
];
export function handle(input) {
  let sum = store.get('drawn') ?? 0;
  store.set('drawn', sum + 1);
  for (const letter of String(input ?? '')) sum = (sum * 31 + letter.codePointAt(0)) % 1000003;
  return { drawer: (sum % lines.length) + 1, line: lines[sum % lines.length] };
}
console.log(lines.length + ' drawers');
`,
};

const lamps: Design = {
  room: 'lamp-room',
  title: 'The Lamp Wall',
  description: 'A dark wall with twelve lamps. Whoever comes lights one, or puts one out.',
  entrance: 'A stair down, and light that comes and goes at its foot.',
  input: 'A number from 1 to 12: that lamp is lit, or put out.',
  question: '7',
  code: `export function handle(input) {
  const lit = store.get('lit') ?? [];
  const lamp = Math.min(12, Math.max(1, Math.round(Number(input) || 1)));
  const now = lit.includes(lamp) ? lit.filter((one) => one !== lamp) : [...lit, lamp].sort((a, b) => a - b);
  store.set('lit', now);
  return { lamp, wall: Array.from({ length: 12 }, (_, i) => (now.includes(i + 1) ? '*' : '.')).join('') };
}
console.log('twelve lamps');
`,
};

export const designs: readonly [Design, ...Design[]] = [guestbook, counter, sayings, lamps];
