/** Checks a soul against the present schema of its framework, and brings it into the city. */

import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Outcome } from '../../engine/command.ts';
import { type ContentHash, contentHash } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { faultsOfSoul } from './soul-schema.ts';

export interface WrittenSoul {
  readonly name: string;
  readonly framework: string;
  /** The fields beside the name, by hash. */
  readonly soul: ContentHash;
  readonly schema: ContentHash;
  /** The text of `soul`. */
  readonly text: string;
}

interface SentSoul {
  readonly framework?: string | undefined;
  readonly name: string;
  readonly soul: Readonly<Record<string, unknown>>;
}

/** How often a soul is checked again because its framework has been changed meanwhile. */
const triesMax = 3;

/** Checks the soul against the schema, and submits it; the chart refuses if the schema has changed meanwhile. */
export async function submitSoul<Value>(
  city: City,
  sent: SentSoul,
  submit: (written: WrittenSoul) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  for (let tried = 0; tried < triesMax; tried++) {
    const written = await heldToSchema(city, sent);
    if ('code' in written) return written;
    const outcome = await submit(written);
    if (outcome.type === 'applied' || outcome.code !== 'stale_schema') return outcome;
  }
  return refused('busy', { retry_after_seconds: 1 });
}

async function heldToSchema(
  city: City,
  { framework = 'default', name, soul }: SentSoul,
): Promise<WrittenSoul | Refused> {
  const viewed = await city.view(view('soul_schema', { id: framework }));
  if (viewed.type === 'refused') return viewed;
  const { hash, text: schema } = viewed.value;
  if (schema === null) return refused('busy', { retry_after_seconds: 1 });
  const issues = faultsOfSoul(hash, schema, { name, ...soul });
  if (issues.length > 0) return refused('invalid_request', { issues });
  const text = JSON.stringify(soul);
  return { name, framework, soul: contentHash(text), schema: hash, text };
}
