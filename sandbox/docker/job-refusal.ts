/** Whether a job can be run: here its files are about to become paths and frames. */

import type { Job } from '../interface.ts';
import { faultOfFiles } from '../job-files.ts';
import { limits } from '../limits.ts';

/** Why the job cannot be run, in words for the author of its code; `undefined` when it can. */
export function refusal({ files, task }: Job): string | undefined {
  const entry = task.type === 'run' ? task.entry : 'index.js';
  const missing = files.has(entry) ? undefined : `there is no file ${entry.slice(0, limits.pathCharsMax)}`;
  return faultOfFiles(files) ?? missing;
}
