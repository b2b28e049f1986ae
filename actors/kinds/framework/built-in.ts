/** The framework that every city has from its first start (FR1): seven texts, lived by a program outside the city. */
import { type ContentHash, contentHash } from '../../../engine/ids.ts';
import { frameworkActor } from '../../rules/place/names.ts';
import type { FrameworkInput } from './messages.ts';

const textOf = (description: string) => ({ type: 'string', minLength: 1, maxLength: 4_000, description });

const soulSchema = JSON.stringify({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80, description: "the resident's name" },
    first_memory: textOf('starting narrative'),
    aesthetic: textOf('visual identity'),
    personality: textOf('freeform description'),
    goals: textOf('what the resident wants'),
    alignment: textOf('moral framework'),
    quirks: textOf('distinctive characteristics'),
  },
  required: ['name', 'first_memory', 'aesthetic', 'personality', 'goals', 'alignment', 'quirks'],
  additionalProperties: false,
});

const description = 'Seven texts that say who a resident is; lived by an outside program that holds its token.';

const input: FrameworkInput = {
  id: 'default',
  name: 'Default',
  description: contentHash(description),
  schema: contentHash(soulSchema),
  runtime: { type: 'external' },
  lifespan: null,
};

/** Hashes of the schemas that it had in earlier versions. Cities of those versions still have them, and find their founders by them. */
const earlierSchemas: readonly ContentHash[] = [];

/** The actor, its input, and the texts that this names by hash. Cities from before there were frameworks get it too. */
export const defaultFramework = {
  actor: frameworkActor(input.id),
  input,
  contents: [description, soulSchema],
  earlierSchemas,
  isForOlderToo: true,
} as const;
