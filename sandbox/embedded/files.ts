/** Whether files may be laid before code: names that stay in their folder, in bounds. The city's door has seen to it already (X1). */
import { limits } from '../limits.ts';

/** What is wrong with the files, in words for their author. */
export function faultOfFiles(files: ReadonlyMap<string, string>): string | undefined {
  if (files.size > limits.filesMax) return `there are more than ${limits.filesMax} files`;
  for (const [path, text] of files) {
    if (!staysInside(path)) return `a file cannot be called ${JSON.stringify(path)}`;
    if (Buffer.byteLength(text) > limits.fileBytesMax) return `${path} has more than ${limits.fileBytesMax} bytes`;
  }
  return undefined;
}

function staysInside(path: string): boolean {
  const isPlain = !path.includes('\\') && !path.includes('\0');
  return isPlain && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
