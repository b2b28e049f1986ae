/** Founds the first residents of a new data folder from `actors/founders.json`, each with a token kept in a file. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { commons, locationActor } from './actors/places.ts';
import { contentHash, slug } from './engine/ids.ts';
import type { City } from './engine/interface.ts';
import type { DataFolder } from './persistence/data-folder.ts';

const text = z.string().min(1);
const Founders = z.array(
  z.strictObject({
    name: text,
    first_memory: text,
    aesthetic: text,
    personality: text,
    goals: text,
    alignment: text,
    quirks: text,
  }),
);

/** A resident that the city founded, and the file that its token lies in. */
export interface Founder {
  readonly id: string;
  readonly tokenFile: string;
}

/**
 * Founds those of the file who are not in the city yet. Safe to repeat: a token is kept before its resident is born, and
 * tells whether that has happened. Throws when the city refuses.
 */
export async function foundFounders(city: City, folder: DataFolder): Promise<Founder[]> {
  const souls = Founders.parse(JSON.parse(readFileSync(new URL('actors/founders.json', import.meta.url), 'utf8')));
  const founded: Founder[] = [];
  for (const { name, ...soul } of souls) {
    const file = slug(name, 'founder');
    const token = contentHash(folder.founderToken(file));
    const known = await city.view({ view: 'token', args: { hash: token } });
    if (known.type === 'shown') continue;
    const content = JSON.stringify(soul);
    const outcome = await city.submit({
      to: locationActor(commons),
      caller: 'operator',
      event: { type: 'found', name, framework: 'default', soul: contentHash(content), credits: null, lifespan: null, token },
      contents: [content],
      reply: { view: 'founded', args: {} },
    });
    if (outcome.type !== 'applied') throw new Error(`The city refused to found ${name}: ${outcome.code}`);
    const { id } = z.looseObject({ id: text }).parse(JSON.parse(outcome.json));
    founded.push({ id, tokenFile: folder.founderTokenFile(file) });
  }
  return founded;
}
