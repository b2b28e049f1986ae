/**
 * Code in a request: a map from file name to text. A name becomes a path in a sandbox, so names that could lead out of it, reach a
 * prototype, or not be created by a sandbox are refused here; the sandbox (`sandbox/job-files.ts`) refuses them again.
 */
import { z } from 'zod';
import { filesMaxWithStorage } from '../../actors/rules/code/code-rules.ts';

const nameCharsMax = 200;
/** Folders, and the name of the file itself. */
const segmentsMax = 16;
/** The longest part of a path in file systems. */
const segmentBytesMax = 255;
const fileBytesMax = 64 * 1024;

const controlCharacter = /\p{Cc}/u;
/** Half of a character, which has no UTF-8. */
const loneSurrogate = /\p{Cs}/u;
/** The sandbox writes it beside code that has none. */
const packageFolder = 'package.json/';
const forbiddenSegments: ReadonlySet<string> = new Set(['', '.', '..', '__proto__', 'constructor', 'prototype']);

/** Why a file cannot have this name, or `undefined`. */
function nameIssue(name: string): string | undefined {
  if (name.length === 0 || name.length > nameCharsMax) return `a file name has 1 to ${nameCharsMax} characters`;
  if (name.includes('\\')) return 'a file name has no backslash';
  if (controlCharacter.test(name)) return 'a file name has no control characters';
  if (loneSurrogate.test(name)) return 'a file name is made of whole characters';
  if (name.startsWith(packageFolder)) return 'a file name has no folder package.json';
  const segments = name.split('/');
  if (segments.length > segmentsMax) return `a file name has at most ${segmentsMax - 1} folders`;
  const wrong = segments.find((segment) => forbiddenSegments.has(segment));
  if (wrong !== undefined) return `a file name is relative, and "${wrong}" is no part of it`;
  if (segments.some((segment) => Buffer.byteLength(segment) > segmentBytesMax))
    return `a part of a file name has at most ${segmentBytesMax} bytes`;
  return undefined;
}

function textIssue(text: string | null): string | undefined {
  if (text === null || Buffer.byteLength(text) <= fileBytesMax) return undefined;
  return `a file has at most ${fileBytesMax} bytes in UTF-8`;
}

/** File name -> text; null removes the file. Files that are not named remain unchanged. */
export const Files = z
  .record(z.string(), z.string().nullable())
  .superRefine((files, issues) => {
    const named = Object.entries(files);
    const count = named.length;
    if (count === 0 || count > filesMaxWithStorage) {
      issues.addIssue({ code: 'custom', message: `must name 1 to ${filesMaxWithStorage} files` });
      return;
    }
    for (const [name, text] of named) {
      const message = nameIssue(name) ?? textIssue(text);
      if (message !== undefined) issues.addIssue({ code: 'custom', message, path: [name] });
    }
  })
  .transform((files): ReadonlyMap<string, string | null> => new Map(Object.entries(files)))
  .meta({
    description: `File name -> text, at most ${fileBytesMax} bytes each. Files that are not named stay; null removes one. Names are relative, of at most ${nameCharsMax} characters and ${segmentsMax - 1} folders.`,
    example: { 'index.js': "console.log('hello');" },
    override: { type: 'object', minProperties: 1, additionalProperties: { type: ['string', 'null'] } },
  });
