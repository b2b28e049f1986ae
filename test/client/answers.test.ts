/** Answers are read by the names of their fields, whatever has come, and of a later city too. */
import t from 'tap';
import { nextCursorOf, read, readItems, readPart, says } from '../../client/answers.ts';
import { textOf } from '../../client/wire.ts';

interface Shown {
  readonly id: string;
  readonly state: 'well' | 'ill';
  readonly home: { readonly rooms: number } | null;
}

t.test('what a later city says besides is passed over, and a word that nobody knows is no other word', async (t) => {
  const shown = read<Shown>({ id: 'ada', state: 'sleeping', home: { rooms: 2, garden: true }, age: 3 });
  t.equal(textOf(shown.id), 'ada');
  t.equal(says(shown.state, 'well', 'ill'), false);
  t.equal(says(readPart(shown.home).rooms, 2), true);
});

t.test('whatever has come can be read', async (t) => {
  for (const strange of [undefined, null, 'ada', 7, [], { id: [], state: {}, home: 'x' }]) {
    const shown = read<Shown>(strange);
    t.equal(textOf(shown.id), '');
    t.equal(says(shown.state, 'well'), false);
    t.equal(readPart(shown.home).rooms, undefined);
    t.same(readItems<Shown>(strange), []);
    t.equal(nextCursorOf(strange), undefined);
  }
});

t.test('a page is read item by item, up to the last', async (t) => {
  const page = { items: [{ id: 'ada' }, 5], next_cursor: 'ada' };
  t.same(
    readItems<Shown>(page).map(({ id }) => textOf(id)),
    ['ada', ''],
  );
  t.equal(nextCursorOf(page), 'ada');
  t.equal(nextCursorOf({ ...page, next_cursor: null }), undefined);
});
