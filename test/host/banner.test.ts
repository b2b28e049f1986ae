/** What a start prints of its founders fits on a screen, however many they are. */
import t from 'tap';
import { greeting } from '../../host/banner.ts';

const about = {
  ...{ host: '127.0.0.1', cityPort: 3000, portalPort: 3002, sandbox: 'off', operatorTokenFile: 'data/admin.token' },
  ...{ minds: 60, comeBack: false },
};
const founders = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `one-${n}`, tokenFile: `data/founders/one-${n}.token` }));

t.test('twelve founders have a line each, and the others one together', (t) => {
  const lines = (count: number) => greeting({ ...about, founders: founders(count) }).match(/^ {2}Founder.*$/gm);
  t.equal(lines(12)?.length, 12);
  t.equal(lines(60)?.length, 13);
  t.match(lines(60)?.at(-1), /48 more, tokens in data\/founders$/);
  t.end();
});
