/**
 * Letters that look like others at a glance: how handles and names are compared, at the gateways and on pages. It imports nothing: pages
 * take it into their build.
 */
const readAs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1l]/g, 'i'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
];

/** Maps texts in lower case that look alike to the same text. */
export const readInHaste = (text: string): string => readAs.reduce((read, [what, as]) => read.replace(what, as), text);
