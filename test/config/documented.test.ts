/** docs/SETTINGS.md has every setting, once, with the default that the city has. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { settingLines } from '../../config/print.ts';

/** As both are compared: without quotes, without commas in numbers, and many of one thing. */
const plain = (value: string): string =>
  value
    .replaceAll(/[`"]/g, '')
    .replaceAll(/(\d),(?=\d)/g, '$1')
    .replace(/^1 credit\b(?!s)/, '1 credits');

t.test('every setting with its default, and no other', async (t) => {
  const text = readFileSync(new URL('../../docs/SETTINGS.md', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^\| `([A-Z_]+)` \| (.+?) \| .+ \|$/gm)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ]);
  const printed = settingLines({}).map((line) => {
    const [name = '', value = ''] = line.split(/ {2,}/);
    return [name, plain(value)];
  });
  t.strictSame(documented.sort(), printed.sort());
});
