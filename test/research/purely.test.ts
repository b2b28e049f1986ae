/** What a policy may not ask, since every machine answers it otherwise. */
import t from 'tap';
import { forbid, purely } from '../../research/simulation/purely.ts';

const asks: Readonly<Record<string, () => unknown>> = {
  'localeCompare()': () => ['b', 'a'].sort((one, other) => one.localeCompare(other)),
  'toLocaleUpperCase()': () => 'i'.toLocaleUpperCase(),
  'toLocaleString()': () => (1_234.5).toLocaleString('en'),
  'Intl.DateTimeFormat': () => new Intl.DateTimeFormat(),
  'getHours()': () => new Date(0).getHours(),
  'toString()': () => `${new Date(0)}`,
  'new Date(year, month, ...)': () => new Date(2030, 0),
  'Date.now()': () => Date.now(),
};

t.test('language, time zone and clock of the machine are not asked', async (t) => {
  for (const [asked, ask] of Object.entries(asks))
    t.throws(() => purely(ask), { name: 'Impure', message: `it asked ${asked}, ` }, asked);
});

t.test('what every machine answers alike may be asked', async (t) => {
  const alike = () => [new Date(0).toISOString(), new Date(0).getUTCHours(), String(1_234.5), 'I'.toLowerCase()];
  t.same(purely(alike), ['1970-01-01T00:00:00.000Z', 0, '1234.5', 'i']);
});

t.test('whoever is not asked may ask everything, also while something has been loaded', async (t) => {
  forbid()();
  for (const [asked, ask] of Object.entries(asks)) t.doesNotThrow(ask, asked);
  t.equal(new Intl.NumberFormat('en-US').format(1_234.5), '1,234.5');
  t.equal((1_234.5).toLocaleString('en-US'), '1,234.5');
});
