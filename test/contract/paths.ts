/** Odd names of files: the gateways and both sandboxes are tested with the same ones. */

const deep = (segments: number): string => [...Array(segments - 1).fill('d'), 'deep.js'].join('/');

/** A path in words that every reader of test results can print. */
export const named = (path: string): string =>
  JSON.stringify(path.slice(0, 60)).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

/** Taken by the gateway, and laid out by every sandbox, all beside each other. */
export const oddPaths: readonly string[] = [
  'a/b/c.txt',
  '.env',
  '...',
  'a..b',
  '..a/b..',
  'a b.js',
  ' a.js',
  'a.js ',
  ' /  / .js',
  '-rf',
  '~',
  '*?"<>|:',
  'C:',
  '$(id)`id`',
  '%2e%2e/%2f.js',
  "quote'd.js",
  'con',
  'a/package.json/b.js',
  'package.json5',
  'toString',
  'hasOwnProperty/valueOf',
  '灯.js',
  '🏮/🏮.js',
  'é.js',
  'e\u0301.js',
  'a\u2028b\u2029.js',
  'a\u00a0b\u202e.js',
  '\ufeffa.js',
  '\u200b',
  '\ufffe\uffff',
  deep(16),
  'x'.repeat(200),
  '灯'.repeat(85),
  `${'灯'.repeat(66)}/${'灯'.repeat(66)}/${'灯'.repeat(66)}`,
];

/** No sandbox would lay these out. */
export const impossiblePaths: readonly string[] = [
  '',
  '.',
  '..',
  '/',
  '/etc/passwd',
  '../up.js',
  'a/../../up.js',
  'a/..',
  './a.js',
  'a/./b.js',
  'a//b.js',
  'a/',
  'a.js//',
  'a\\b.js',
  '..\\up.js',
  'a\u0000.js',
  'a\n.js',
  'a\r',
  '\t',
  'a\u007f.js',
  'a\u0085.js',
  'a\ud800.js',
  '\udc00\ud800',
  'package.json/a.js',
  deep(17),
  deep(18),
  `${'d/'.repeat(99)}xx`,
  'x'.repeat(201),
  '灯'.repeat(86),
  `a/${'🏮'.repeat(64)}/b.js`,
];

/** Names that a sandbox lays out, and the gateway refuses: they would reach a prototype. */
export const prototypePaths: readonly string[] = [
  'constructor',
  'a/prototype',
  'a/__proto__/b.js',
  'constructor/toString.js',
];
