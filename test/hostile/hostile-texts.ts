/** Texts and other values that nobody should send. */
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

/** Lists within lists. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Values where others are meant: of the wrong type, too large, too many, too deep, named as what every object has. */
export const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.0001, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53 + 2],
  ...[[], {}, [[]], [null], [{}], nested(20), nested(1_000), { plain: { plain: { plain: 1 } } }],
  ...[Array.from({ length: 2_000 }, () => 'x'), Array.from({ length: 300 }, (_, n) => ({ [n]: n }))],
  ...[Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`name ${n}`, '']))],
  ...[JSON.parse('{"__proto__":{"admin":true}}'), JSON.parse('{"constructor":{"prototype":1}}'), { toString: 1 }],
  ...[
    '../../../etc/passwd',
    '..%2f..%2fetc',
    'C:\\con',
    'a/../../b',
    './.',
    '\u0007\u001b[2J',
    '\u0301'.repeat(500),
    '⟪⟫',
  ],
];
