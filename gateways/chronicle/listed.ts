/** Several parts of a sentence as one: `a, b and c`. */
export const listed = <Part>(parts: readonly Part[]): readonly (Part | string)[] =>
  parts.flatMap((part, n) => (n === 0 ? [part] : [n === parts.length - 1 ? ' and ' : ', ', part]));
