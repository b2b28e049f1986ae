/** Identifiers: unguessable, unique, and the same again from the same secret. */
import { hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { actorId, contentHash, kindOf, NameMint, nameOf, slug } from '../../engine/ids.ts';

t.test('minted names: 80 bits in base32, each once, the same again from the same secret and counter', async (t) => {
  const mint = new NameMint('one secret');
  const names = Array.from({ length: 5_000 }, (_, n) => mint.name(n));
  t.ok(names.every((name) => /^[a-z2-7]{16}$/.test(name)));
  t.equal(new Set(names).size, names.length);
  const again = new NameMint('one secret');
  t.same(
    [4_999, 0, 17, 18, 6].map((n) => again.name(n)),
    [4_999, 0, 17, 18, 6].map((n) => names[n]),
    'in any order',
  );
  t.notOk(names.includes(new NameMint('another secret').name(0)));
});

t.test('a minted name is ten bytes of what HKDF makes of the secret, written most significant bit first', async (t) => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  for (const n of [0, 1, 79, 80, 601]) {
    const block = Buffer.from(hkdfSync('sha256', 'one secret', '', `names ${Math.floor(n / 80)}`, 800));
    const bytes = [...block.subarray((n % 80) * 10, (n % 80) * 10 + 10)];
    const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const name = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
    t.equal(new NameMint('one secret').name(n), name);
  }
});

t.test("an actor's id is its kind and its name, and names may hold anything", async (t) => {
  fc.assert(
    fc.property(fc.string(), (name) => kindOf(actorId('pod', name)) === 'pod' && nameOf(actorId('pod', name)) === name),
    { seed: 4 },
  );
  t.equal(actorId('location', 'city-housing/ada-1'), 'location:city-housing/ada-1');
});

t.test('a slug keeps a-z 0-9, every other run becomes one dash, none at the ends, and never nothing', async (t) => {
  const known = {
    'Vera Ågren': 'vera-gren',
    '  a  b  ': 'a-b',
    日本: 'resident',
    '--': 'resident',
    Ab1: 'ab1',
    'x.y/z': 'x-y-z',
  };
  for (const [name, is] of Object.entries(known)) t.equal(slug(name, 'resident'), is);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), (name) => {
      const made = slug(name, 'resident');
      return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(made) && made.length <= 40 && slug(made, 'x') === made;
    }),
    { seed: 5, numRuns: 500 },
  );
  t.ok(slug(`${'a'.repeat(39)} b`, 'resident').length <= 40);
});

t.test('[A3] a text is named by its SHA-256', async (t) => {
  t.equal(contentHash(''), '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU');
  t.match(contentHash('a text'), /^[A-Za-z0-9_-]{43}$/);
});
