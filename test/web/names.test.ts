/** What residents and places are called on pages: whoever reads a name knows whose it is. */
import t from 'tap';
import { labelOf, nameOf, remember } from '../../web/lib/names-read-alike.ts';

t.test('[NM3] a name that is plain and nobody else’s is shown as it is', async (t) => {
  remember('ada-3', 'Ada');
  t.equal(nameOf('ada-3'), 'Ada');
  t.equal(labelOf('bo-4', 'Bo'), 'Bo');
  t.equal(nameOf('mill-of-ada-12'), 'Mill of Ada');
});

t.test('[NM3] one that another script can spell has its id beside it', async (t) => {
  for (const name of ['Вера', 'Véra', 'Vera\u0335', '李']) t.equal(labelOf('resident-8', name), `${name} (resident-8)`);
});

t.test('[NM3] of two that read alike, both have', async (t) => {
  remember('lil-o-7', 'Lil O');
  t.equal(nameOf('lil-o-7'), 'Lil O');
  remember('lii-0-9', 'LiI 0');
  t.equal(nameOf('lil-o-7'), 'Lil O (lil-o-7)');
  t.equal(nameOf('lii-0-9'), 'LiI 0 (lii-0-9)');
  remember('eve-as-1', 'Eve Astley');
  remember('eve-as-2', '3v3 457l3y');
  t.equal(nameOf('eve-as-2'), '3v3 457l3y (eve-as-2)', 'digits are read as letters, as in handles');
  remember('the-commons', 'The Commons');
  t.equal(nameOf('the-commons'), 'The Commons (the-commons)');
  t.equal(nameOf('city-commons'), 'The Commons', 'of which there is one');
});

t.test('[NM3] nobody is taken for the Commons, however many names the page has met', async (t) => {
  for (let n = 0; n < 10_001; n++) remember(`resident-${n}-x`, `Resident ${n} x`);
  t.equal(nameOf('city-commons'), 'The Commons');
  remember('the-commons-5', 'The Commons');
  t.equal(nameOf('the-commons-5'), 'The Commons (the-commons-5)');
  t.equal(labelOf('the-commons-6', 'the c0mmons'), 'the c0mmons (the-commons-6)');
});
