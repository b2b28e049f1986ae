/**
 * Which files both sandboxes accept: names that do not lead out of their folder, within bounds (X1). The gateways refuse the same files
 * (`gateways/schema/code-files.ts`, which may not import this); `test/sandbox/job-files.test.ts` compares the two.
 */
import { limits } from './limits.ts';

/** What is wrong with the files, in words for their author; `undefined` when they are accepted. */
export function faultOfFiles(files: ReadonlyMap<string, string>): string | undefined {
  if (files.size > limits.filesMax) return `there are more than ${limits.filesMax} files`;
  for (const [path, text] of files) {
    if (!canBePath(path)) return `a file cannot be called ${JSON.stringify(path.slice(0, limits.pathCharsMax))}`;
    if (Buffer.byteLength(text) > limits.fileBytesMax) return `${path} has more than ${limits.fileBytesMax} bytes`;
    if (folders(path).some((folder) => folder === packageFile || files.has(folder))) return `${path} lies in a file`;
  }
  return undefined;
}

/** Written beside code that has none: so it cannot be a folder. */
const packageFile = 'package.json';

/** A lone surrogate has no UTF-8: two such names would be one file on a disk. */
const plain = /^[^\p{Cc}\p{Cs}\\]+$/u;

function canBePath(path: string): boolean {
  if (path.length > limits.pathCharsMax || !plain.test(path)) return false;
  const segments = path.split('/');
  return segments.length <= limits.pathSegmentsMax && segments.every(canBeSegment);
}

const canBeSegment = (segment: string): boolean =>
  segment !== '' && segment !== '.' && segment !== '..' && Buffer.byteLength(segment) <= limits.segmentBytesMax;

/** The folders that a file lies in, outermost first. */
function folders(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}
