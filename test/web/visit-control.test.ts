/** What the page says of who controls a soul is true: that a program of the city does only where one does. */
import t from 'tap';
import type { Soul } from '../../web/visit/answers.ts';
import { controlOf } from '../../web/visit/control-words.ts';

const born: Soul = {
  ...{ id: 'soul_1', status: 'born', name: 'Wren', framework: 'default', soul: {}, created_at: '' },
  ...{ lived_by: 'city', runtime: 'external', mind: null },
  ...{ place_in_line: null, in_line: null, mentor: null, resident: 'wren-4' },
};
const waiting: Soul = { ...born, status: 'queued', resident: null };
const minded = (soul: Soul, standing: 'lives' | 'begins' | 'waits' | 'gave_up', ahead: number | null = null) =>
  controlOf({ ...soul, mind: { standing, ahead } });

t.test('only of one whom a mind lives it is said that a program of the city controls it', async (t) => {
  const now = /^A program of the city controls it/;
  t.match(minded(born, 'lives'), now);
  for (const standing of ['begins', 'waits', 'gave_up'] as const) {
    t.notMatch(minded(born, standing, 1), now, standing);
    t.notMatch(minded(waiting, standing, 1), now, `${standing}, not born yet`);
  }
  for (const soul of [born, waiting])
    for (const [livedBy, runtime] of [
      ['me', 'external'],
      ['city', 'external'],
      ['city', 'container'],
    ] as const)
      t.notMatch(controlOf({ ...soul, lived_by: livedBy, runtime }), now, `${soul.status} ${livedBy} ${runtime}`);
});

t.test('where all are taken it is said, and what happens next', async (t) => {
  t.match(minded(born, 'begins'), /is free for it, and controls it in a moment/);
  t.match(minded(born, 'waits', 0), /^No program controls it yet: .* taken. It gets the next one that is free. Until/);
  t.match(minded(born, 'waits', 1), /free after another who waits/);
  t.match(minded(born, 'waits', 3), /free after 3 others who wait/);
  t.match(minded(born, 'gave_up'), /could not, and no other will.*until you fetch its token/);
  t.match(minded(waiting, 'begins'), /When it is born.*one is free now/);
  t.match(
    minded(waiting, 'waits', 2),
    /^All programs of the city are taken now.*when it is born.*behind 2 others who wait/,
  );
});

t.test('the page says nothing where the answer does not say it, nor of the dead', async (t) => {
  t.match(controlOf(born), /not told whether one controls it/);
  t.match(controlOf({ ...born, lived_by: 'me' }), /^No program of the city/);
  t.match(controlOf({ ...waiting, lived_by: 'me' }), /you fetch its token/);
  t.match(controlOf({ ...born, runtime: 'container' }), /a program of its own|A program of its own/);
  t.equal(controlOf({ ...born, status: 'dead' }), undefined);
});
