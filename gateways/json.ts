/**
 * JSON from strangers. Parsed once at the door into values that are safe to hold: bounded depth, no NUL and no lone
 * surrogate (the database refuses the one and silently replaces the other), no key that reaches a prototype.
 */

/** One thing that is wrong with a request. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export type Parsed =
  | { readonly type: 'parsed'; readonly value: unknown }
  | { readonly type: 'not json' }
  | { readonly type: 'refused'; readonly issue: Issue };

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The value of `text`; an empty text is `{}`. */
export function parseJson(text: string, depthMax: number): Parsed {
  if (text === '') return { type: 'parsed', value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: 'not json' };
  }
  const issue = findIssue(value, '', depthMax);
  return issue === undefined ? { type: 'parsed', value } : { type: 'refused', issue };
}

/** The first reason not to hold `value`, or `undefined`. */
function findIssue(value: unknown, path: string, depthLeft: number): Issue | undefined {
  if (typeof value === 'string') return textIssue(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return { path, message: 'is nested too deeply' };
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (forbiddenKeys.has(key)) return { path: at, message: 'is not allowed as a key' };
    const issue = textIssue(key, path) ?? findIssue(inner, at, depthLeft - 1);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

/** Why a text cannot be stored, or `undefined`. */
function textIssue(text: string, path: string): Issue | undefined {
  if (text.includes('\0')) return { path, message: 'must not contain NUL (U+0000)' };
  if (!isWellFormed(text)) return { path, message: 'must not contain half of a surrogate pair' };
  return undefined;
}

/** With the `u` flag a surrogate matches only when it stands alone. */
const loneSurrogate = /\p{Surrogate}/u;

function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}
