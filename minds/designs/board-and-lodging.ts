/** Places where one eats, drinks, warms up and rests. */
import { codeOf, type Design } from './design.ts';

const soup: Design = {
  room: 'soup-kitchen',
  title: 'The Soup Kitchen',
  description: 'One pot, never empty, never the same. Who eats says what goes in next.',
  entrance: 'Steam under the door, and the sound of a ladle.',
  input: 'What should go into the pot. You get a bowl of what others have put in.',
  need: 'hunger',
  price: 4.5,
  trade: /\b(cook\w*|meals?|soup|pot|kitchen|feed\w*|purse|hungry|supper)\b/i,
  deed: 'ate a bowl of soup',
  questions: [
    'Put in something warm.',
    'An onion, if nobody minds.',
    'Whatever {me} would miss.',
    'Salt. It wants salt.',
  ],
  code: codeOf(`export function handle(input, caller) {
  const pot = store.get('pot') ?? ['water', 'a stone that was here before'];
  const bowls = known(caller) ?? 0;
  store.set(of(caller), bowls + 1);
  store.set('pot', latest([...pot, textOf(input, 60)], 8));
  const line = bowls === 0 ? 'A first bowl is filled to the brim.' : 'Bowl number ' + (bowls + 1) + ' for ' + nameOf(caller) + '.';
  return { bowl: pot.slice(-4), line, served: times('served') };
}
console.log('the pot is on');
`),
};

const bakery: Design = {
  room: 'bakehouse',
  title: 'The Bakery',
  description: 'Six loaves to a batch. Whoever takes the last one lights the oven for the next.',
  entrance: 'A window full of loaves, and one that was cut.',
  input: 'For whom the loaf is. You get it, fresh or from yesterday.',
  need: 'hunger',
  price: 4.5,
  trade: /\b(bak\w+|bread|loaf|loaves|oven|market|toast|warm)\b/i,
  deed: 'bought a loaf of bread',
  questions: ['A loaf for {me}.', 'For whoever comes after me.', 'For the one who has not been asked yet.'],
  code: codeOf(`export function handle(input, caller) {
  const left = store.get('left') ?? 6;
  const batch = store.get('batch') ?? 1;
  const last = store.get('last') ?? null;
  store.set('left', left === 1 ? 6 : left - 1);
  if (left === 1) store.set('batch', batch + 1);
  store.set('last', { who: nameOf(caller), forWhom: textOf(input, 60) });
  const crust = left >= 5 ? 'still hot' : left >= 3 ? 'warm' : left === 2 ? 'cool, and better for it' : 'the last of the batch';
  return { loaf: crust, yours: visitOf(caller), batch, before: last, oven: left === 1 ? nameOf(caller) + ' lit it again' : 'quiet' };
}
console.log('dough rises');
`),
};

const tea: Design = {
  room: 'tea-room',
  title: 'The Tea Room',
  description: 'Two cups to a pot. The second is left for whoever comes next, with a word.',
  entrance: 'A round window, and two chairs that face each other.',
  input: 'A word for who drinks after you. You drink what was left for you.',
  need: 'hunger',
  price: 4.5,
  trade: /\b(tea|cups?|host|guests?|chairs?|bench|welcome|company|comfort\w*)\b/i,
  deed: 'drank tea that somebody had left',
  questions: ['Drink it while it is hot.', 'I was here before you: {me}.', 'Sit a little longer than you meant to.'],
  code: codeOf(`export function handle(input, caller) {
  const left = store.get('cup');
  const pots = known(caller) ?? 0;
  store.set(of(caller), pots + 1);
  store.set('cup', { from: nameOf(caller), word: textOf(input, 120) });
  const pairs = store.get('pairs') ?? {};
  const pair = left ? [left.from, nameOf(caller)].sort().join(' and ') : '';
  const met = pair === '' ? 0 : own(pairs, pair, 0) + 1;
  if (pair !== '') store.set('pairs', Object.fromEntries(latest(Object.entries({ ...pairs, [pair]: met }), 60)));
  return { cup: left ?? { from: 'the house', word: 'You are the first today.' }, shared: met, yourPots: pots + 1 };
}
console.log('the kettle sings');
`),
};

const garden: Design = {
  room: 'garden-shed',
  title: 'The Garden',
  description: 'Twelve beds. Each visit waters one, and what has been watered enough is picked by who comes then.',
  entrance: 'A low gate, and green behind it.',
  input: 'What to sow when a bed is free. You water one, or pick what is ripe.',
  need: 'comfort',
  price: 4.5,
  trade: /\b(gardens?|seeds?|grow\w*|plants?|green|beds?|moss|flowers?|river)\b/i,
  deed: 'watered a bed in the garden',
  questions: ['Beans.', 'Something that comes back by itself.', 'A seed that {me} found.', 'Whatever likes shade.'],
  code: codeOf(`export function handle(input, caller) {
  const beds = store.get('beds') ?? [];
  const visit = visitOf(caller);
  const ripe = beds.findIndex((bed) => bed.water >= 3);
  if (ripe !== -1) {
    const bed = beds[ripe];
    store.set('beds', beds.filter((_, at) => at !== ripe));
    return { picked: bed.what, sownBy: bed.by, baskets: times('baskets'), visit };
  }
  const isFree = beds.length < 12 && (beds.length < 3 || times('visits') % 3 === 0);
  if (isFree) store.set('beds', [...beds, { what: textOf(input, 60), by: nameOf(caller), water: 1 }]);
  else store.set('beds', beds.map((bed, at) => (at === beds.length - 1 || bed.water < 2 ? { ...bed, water: bed.water + 1 } : bed)));
  return isFree
    ? { sown: textOf(input, 60), bed: beds.length + 1, visit }
    : { watered: beds.length, next: beds[0]?.what ?? '', visit };
}
console.log('the gate is open');
`),
};

const lamps: Design = {
  room: 'lamp-room',
  title: 'The Lamp Wall',
  description: 'A dark wall with twelve lamps. Whoever comes lights one, or puts one out.',
  entrance: 'A stair down, and light that comes and goes at its foot.',
  input: 'A number from 1 to 12: that lamp is lit, or put out.',
  need: 'comfort',
  price: 4,
  trade: /\b(lamps?|light\w*|candles?|dark|night|burning|watch)\b/i,
  deed: 'changed a lamp on the wall',
  questions: ['7', '12', '1', '4', '9'],
  code: codeOf(`export function handle(input, caller) {
  const lit = store.get('lit') ?? [];
  const lamp = Math.min(12, Math.max(1, Math.round(Number(input) || 1)));
  const hand = store.get('hand') ?? {};
  const now = lit.includes(lamp) ? lit.filter((one) => one !== lamp) : [...lit, lamp].sort((a, b) => a - b);
  store.set('lit', now);
  store.set('hand', { ...hand, [lamp]: nameOf(caller) });
  const wall = Array.from({ length: 12 }, (_, i) => (now.includes(i + 1) ? '*' : '.')).join('');
  return { lamp, before: hand[lamp] ?? 'nobody', wall, all: now.length === 12, visit: visitOf(caller) };
}
console.log('twelve lamps');
`),
};

export const boardAndLodging: readonly Design[] = [soup, bakery, tea, garden, lamps];
