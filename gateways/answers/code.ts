/** The code of a workshop, and how a run of it has ended. */
import { z } from 'zod';
import { cityText } from '../../actors/city-text.ts';
import { PodStatus } from './common.ts';

const code = {
  id: z.string(),
  status: PodStatus.exclude(['shut_down']),
  entry: z.string().nullable().meta({ description: 'The file that a run begins with: index.js, else main.py' }),
};

export const WrittenCode = z.strictObject({
  ...code,
  files: z.array(z.string()),
  not_kept: z
    .array(z.string())
    .optional()
    .meta({ description: 'Of a repeated request: what of its answer was too large to keep' }),
});

export const ReadCode = z.strictObject({
  ...code,
  files: z.record(z.string(), z.string()),
  sandbox: z
    .strictObject({
      sandbox: z.string(),
      entries: z.array(z.strictObject({ file: z.string(), language: z.string() })),
      cannot: z.array(cityText),
    })
    .nullable()
    .meta({ description: 'What runs the code here, and what it cannot do' }),
});

export const Run = z.strictObject({
  exit_code: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  duration_ms: z.number(),
  timed_out: z.boolean(),
  oom_killed: z.boolean(),
  truncated: z.boolean(),
});
