/**
 * JSON from strangers (OP12). Parsed once into values that are safe to keep: bounded depth, no NUL and no lone surrogate (the database
 * refuses the one and silently replaces the other), no infinite number, no key that reaches a prototype.
 */
import type { Issue } from '../../engine/refusal.ts';

export type Parsed =
  | { readonly type: 'parsed'; readonly value: unknown }
  | { readonly type: 'not json' }
  | { readonly type: 'refused'; readonly issue: Issue };

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const opensArray = 0x5b;
const opensObject = 0x7b;

/**
 * How many values the JSON `text` has, counted without creating them: commas and opening brackets outside of strings. Stops above `max`.
 * Meaningless for a text that is not JSON.
 */
export function valuesIn(text: string, max: number): number {
  let values = 1;
  for (let at = 0; at < text.length && values <= max; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) at = endOfText(text, at);
    else if (char === comma || char === opensArray || char === opensObject) values += 1;
  }
  return values;
}

/** The end of the string that begins at `start`: the next quote that is not escaped. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** The value of `text`; an empty text is `{}`. */
export function parseJson(text: string, depthMax: number): Parsed {
  if (text === '') return { type: 'parsed', value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: 'not json' };
  }
  const issue = findIssue(value, depthMax);
  return issue === undefined ? { type: 'parsed', value } : { type: 'refused', issue };
}

/** The first reason not to keep `value`, or `undefined`. Only the path of that one is put together. */
function findIssue(value: unknown, depthLeft: number): Issue | undefined {
  if (typeof value === 'string') return textIssue(value, '');
  // `1e400`: as JSON again it would be null.
  if (typeof value === 'number' && !Number.isFinite(value)) return { path: '', message: 'is too large for a number' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return { path: '', message: 'is nested too deeply' };
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key)) return { path: key, message: 'is not allowed as a key' };
    const issue = textIssue(key, '');
    if (issue !== undefined) return issue;
    const inner = findIssue((value as Readonly<Record<string, unknown>>)[key], depthLeft - 1);
    if (inner !== undefined) return { path: inner.path === '' ? key : `${key}.${inner.path}`, message: inner.message };
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
