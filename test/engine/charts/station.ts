/** The events of a portal station and of a print, with their facts. */
import { commons, residentActor, visitorActor } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { ada, facts, soul } from './facts.ts';

export const stationBorn = {
  id: 'library-7',
  number: 7,
  name: 'Library',
  place: 'Main Street',
  location: commons,
  token: 't',
  ...facts(1),
};

const free = { count: 0, freeIn: 0 };
const full = { count: 12, freeIn: 3 };
const asked = [residentActor(ada), visitorActor('vis-3')].flatMap((payer) =>
  [{}, { here: full }, { ofPayer: full }].map((known) => ({
    type: 'print',
    payer,
    content: soul,
    ...facts(2, { print: 'print_one', here: free, ofPayer: free, ...known }),
  })),
);

export const stationChartEvents: readonly Message[] = [
  ...asked,
  ...[true, false].map((isOwn) => ({
    type: 'answer_print',
    print: 'print_one',
    status: 'printed',
    ...facts(3, { isOwn }),
  })),
  { type: 'broadcast', by: 'vis-3', message: 'msg_one', text: 'hello', ...facts(2) },
  ...[{}, { isPublic: false }, { standing: 6 }].map((known) => ({
    ...{ type: 'receive_picture', by: 'vis-3', text: 'a lamp', content: soul, size: { width: 8, height: 8 } },
    ...facts(2, { note: 'note_one', isPublic: true, standing: 0, ...known }),
  })),
  ...[true, false].map((isOwn) => ({ type: 'remove_picture', note: 'note_one', ...facts(3, { isOwn }) })),
  ...['silent', 'heard', 'close', 'place.ended', 'nonsense'].map((type) => ({ type, ...facts(2) })),
];

export const printsBorn = [residentActor(ada), visitorActor('vis-3')].map((payer) => ({
  id: 'print_one',
  station: 'library-7',
  place: commons,
  payer,
  content: soul,
  fee: 5_000,
  ...facts(1),
}));

export const printChartEvents: readonly Message[] = [
  ...['printed', 'failed'].map((status) => ({ type: 'answered', status, ...facts(2, { payee: residentActor(ada) }) })),
  ...['print.expires', 'station.ended'].map((type) => ({ type, ...facts(13, { payee: 'treasury' }) })),
  ...['window.over', 'forgotten', 'nonsense'].map((type) => ({ type, ...facts(13) })),
];
