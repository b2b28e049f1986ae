/** What a job may bring along. The city's door has checked it; here it is about to become paths and frames. */
import { limits } from '../limits.ts';
import type { Job } from '../port.ts';

const pathCharsMax = 200;
const foldersDeepMax = 16;

/** Why the job cannot be run, in words for the author of its code; `undefined` when it can. */
export function refusal(job: Job): string | undefined {
  if (job.files.size > limits.filesMax) return `more than ${limits.filesMax} files`;
  for (const [path, text] of job.files) {
    if (!staysInside(path)) return `not a path of a file: ${JSON.stringify(path.slice(0, pathCharsMax))}`;
    if (Buffer.byteLength(text) > limits.fileBytesMax) return `${path} has more than ${limits.fileBytesMax} bytes`;
    if (parents(path).some((parent) => job.files.has(parent))) return `${path} lies in a file`;
  }
  const entry = job.task.type === 'run' ? job.task.entry : 'index.js';
  return job.files.has(entry) ? undefined : `there is no file ${entry.slice(0, pathCharsMax)}`;
}

function staysInside(path: string): boolean {
  if (path.length > pathCharsMax || !/^[^\p{Cc}\p{Cs}\\]+$/u.test(path)) return false;
  const names = path.split('/');
  return names.length <= foldersDeepMax && names.every((name) => name !== '' && name !== '.' && name !== '..');
}

function parents(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
