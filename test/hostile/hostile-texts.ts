/** Texts that nobody should send. */
const mebibyte = 1_048_576;

export const texts: readonly string[] = [
  ...['', ' ', 'a\nb', '\r\n', '\t', 'a b', 'x to:resident:bo-2', 'nobody all', 'all', 'public', 'to:resident:x'],
  ...[
    'at:city-commons',
    'resident:ada-1',
    'treasury',
    'city-commons',
    'city-housing/x',
    'a|b',
    'a,b',
    'a/b',
    '..',
    '../..',
  ],
  ...[
    '%2F',
    '%00',
    '\0',
    'a\0b',
    '\u2028',
    '\u2029',
    '\ud800',
    'a\udc00b',
    '\ufeff',
    '\u202e',
    '__proto__',
    'constructor',
  ],
  ...[
    'toString',
    'null',
    'NaN',
    '1e999',
    "' or 1=1 --",
    '\\',
    '"',
    '{}',
    '[]',
    'x'.repeat(5_000),
    '\ud83d\ude00'.repeat(90),
  ],
];
/** About a mebibyte each. */
export const long: readonly string[] = [
  'x'.repeat(mebibyte - 600),
  ' '.repeat(mebibyte),
  '\n'.repeat(mebibyte / 2 - 600),
];
