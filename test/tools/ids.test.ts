/** Ids of rules and promises: what the check of them finds, and what it takes for one. */
import t from 'tap';
import { idsOf } from '../../tools/ids.ts';

/** An id is put together here, so that the check of this very tree does not take it for a quote. */
const id = (letters: string, number: number): string => `${letters}${number}`;
const one = id('ZZ', 1);
const rules = { path: 'docs/RULES.md', text: `- **${one}** A rule.\n` };
const chart = { path: 'actors/chart.ts', text: `/** Refused (${one}). */\n` };
const proof = { path: 'test/chart.test.ts', text: `t.test('[${one}] refused', ...)\n` };

t.test('an id that is defined once, quoted where it is kept and by a test, is sound', async (t) => {
  const { defined, untested, faults } = idsOf([rules, chart, proof]);
  t.strictSame([...defined], [[one, 'docs/RULES.md:1']]);
  t.strictSame(untested, []);
  t.strictSame(faults, []);
});

t.test('defined nowhere, in code, tests and documents', async (t) => {
  t.strictSame(idsOf([chart, proof, { path: 'README.md', text: `See (${one}).` }]).faults, [
    `actors/chart.ts:1: ${one} is defined nowhere`,
    `test/chart.test.ts:1: ${one} is defined nowhere`,
    `README.md:1: ${one} is defined nowhere`,
  ]);
});

t.test('defined twice', async (t) => {
  const head = { path: 'actors/other.ts', text: `/**\n * ${one}  Another one.\n */\n` };
  t.strictSame(idsOf([rules, head, chart, proof]).faults, [`docs/RULES.md:1: ${one} is defined twice`]);
});

t.test(
  'never quoted: what a document defines, by code; what the head of a file defines, by code or a test',
  async (t) => {
    const head = { path: 'actors/chart.ts', text: ` * ${one}  Kept here.\n` };
    const never = `${one} is defined and never quoted in the code`;
    t.strictSame(idsOf([rules, proof]).faults, [`docs/RULES.md:1: ${never}`]);
    t.strictSame(idsOf([head]).faults, [`actors/chart.ts:1: ${never}`]);
    t.strictSame(idsOf([head, proof]).faults, []);
    t.strictSame(idsOf([rules, chart]).untested, [one]);
  },
);

t.test('a quote stands in brackets', async (t) => {
  const bare = { path: 'actors/bare.ts', text: `// ${one}: refused.\n` };
  t.strictSame(idsOf([rules, chart, bare]).faults, [`actors/bare.ts:1: ${one} is quoted without brackets`]);
  const many = { path: 'actors/many.ts', text: `/** As it says (${one}, ${one}: both). */\n` };
  t.strictSame(idsOf([rules, many]).faults, []);
});

t.test('what is none: other words, paths, percent signs, parts of names', async (t) => {
  const words = `${id('V', 8)} makes it; /${id('V', 1)}/me; %${id('A', 0)}; "HH${24}"; ${one}x; ${one}-a; x${one}; .${one}`;
  t.strictSame(idsOf([{ path: 'actors/words.ts', text: words }]).faults, []);
});
