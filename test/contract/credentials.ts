/** What every persistence must do with the credentials of visitors: a part of `persistence.ts`. */
import type { Test } from 'tap';
import type { Persistence } from '../../persistence/interface.ts';
import type { Store } from '../persistence/support.ts';

/** What a persistence must do. */
export type Promised = (t: Test, city: Persistence, store: Store) => Promise<void>;

export const credentialPromises: { readonly title: string; readonly test: Promised }[] = [];
const on = (title: string, test: Promised): void => void credentialPromises.push({ title, test });

const login = (handle: string, name = `login of ${handle}`) => ({
  handle,
  login: name,
  passwordHash: `hash of ${name}`,
});
const session = (hash: string, openedAt: number, of = 'login of ada') => ({
  hash,
  login: of,
  openedAt,
  expiresAt: openedAt + 100,
});

on('[J7] a handle is one visitor’s, for good', async (t, city, store) => {
  const { credentials } = city;
  t.equal(await credentials.find('ada'), undefined);
  t.equal(await credentials.add(login('ada'), 1), true);
  t.equal(await credentials.add(login('ada', 'another'), 2), false, 'taken');
  t.equal(await credentials.add(login('ada'), 1), true, 'a repeat of what is there');
  t.equal(await credentials.add(login('bo'), 3), true);
  const both = await Promise.all([credentials.add(login('eve', 'one'), 4), credentials.add(login('eve', 'two'), 4)]);
  t.same(both.sort(), [false, true], 'of two at once one');
  await city.close();
  const { credentials: again, close } = await store.open();
  t.strictSame(await again.find('ada'), login('ada'));
  t.strictSame(await again.find('bo'), login('bo'));
  await close();
});

on(
  '[J7] sessions of a login are bounded, the oldest end, and so do those that have expired',
  async (t, { credentials }) => {
    for (const n of [1, 2, 3]) t.same(await credentials.openSession(session(`h${n}`, n), 3), []);
    t.same(await credentials.openSession(session('other', 4, 'login of bo'), 3), []);
    t.same(await credentials.openSession(session('h4', 5), 3), ['h1']);
    t.equal(await credentials.session('h1'), undefined);
    t.strictSame(await credentials.session('h2'), session('h2', 2));
    t.strictSame(await credentials.session('h4'), session('h4', 5));
    t.same(await credentials.openSession(session('h5', 103), 3), ['h2', 'h3'], 'expired, at the very moment too');
    await credentials.closeSession('h4');
    await credentials.closeSession('h4');
    t.equal(await credentials.session('h4'), undefined);
    t.strictSame(await credentials.session('h5'), session('h5', 103));
    t.strictSame(await credentials.session('other'), session('other', 4, 'login of bo'), 'of another nothing changes');
    for (const n of [6, 7]) await credentials.openSession(session(`h${n}`, 100 + n), 9);
    t.same([...(await credentials.closeOtherSessions('login of ada', 'h6'))].sort(), ['h5', 'h7']);
    t.same(await credentials.closeOtherSessions('login of ada', 'h6'), []);
    t.strictSame(await credentials.session('h6'), session('h6', 106));
    t.strictSame(await credentials.session('other'), session('other', 4, 'login of bo'));
  },
);

on(
  '[G6] another password ends the other sessions of its login, in one; no other password ends none',
  async (t, city) => {
    const { credentials } = city;
    for (const handle of ['ada', 'bo']) await credentials.add(login(handle), 1);
    for (const n of [1, 2, 3]) await credentials.openSession(session(`h${n}`, n), 9);
    await credentials.openSession(session('other', 4, 'login of bo'), 9);
    const stale = { ...login('ada'), passwordHash: 'of a year ago' };
    t.equal(await credentials.changePassword(stale, 'one', 'h2'), undefined);
    t.equal(await credentials.changePassword(login('eve'), 'one', 'h2'), undefined);
    t.strictSame(await credentials.find('ada'), login('ada'), 'nothing has changed');
    t.strictSame(await credentials.session('h1'), session('h1', 1), 'and no session has ended');
    const ended = await credentials.changePassword(login('ada'), 'one', 'h2');
    t.same([...(ended ?? [])].sort(), ['h1', 'h3']);
    t.strictSame(await credentials.find('ada'), { ...login('ada'), passwordHash: 'one' });
    const left = await Promise.all(['h1', 'h2', 'h3', 'other'].map((hash) => credentials.session(hash)));
    t.strictSame(left, [undefined, session('h2', 2), undefined, session('other', 4, 'login of bo')]);
    t.strictSame(await credentials.find('bo'), login('bo'), 'of another nothing changes');
    t.same(await credentials.changePassword(login('ada'), 'one', 'h2'), [], 'a repeat finds what is done');
  },
);

on('[J7] of two who change the password of a login one does', async (t, { credentials }) => {
  await credentials.add(login('ada'), 1);
  const change = (hash: string) => credentials.changePassword(login('ada'), hash, 'h1');
  const both = await Promise.all(['one', 'two'].map(change));
  t.equal(both.filter((ended) => ended !== undefined).length, 1);
  t.not((await credentials.find('ada'))?.passwordHash, login('ada').passwordHash);
});
