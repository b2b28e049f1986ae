/** Founds the first residents of a city, those of `founders.json` and then townspeople, each with a token kept in a file. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { command } from '../../actors/registry.ts';
import { commons, locationActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { type Config, foundersMax } from '../../config/settings.ts';
import type { City } from '../../engine/city-interface.ts';
import { readJson } from '../../engine/command.ts';
import { type ContentHash, contentHash, slug } from '../../engine/ids.ts';
import type { DataFolder } from '../../persistence/data-folder.ts';
import { townNames, townspeople } from './townspeople.ts';

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

/** So many are founded in any new city. */
const foundersLeast = 3;

/** A resident that the city founded, and the file of its token. */
export interface Founder {
  readonly id: string;
  readonly tokenFile: string;
}

interface Founding {
  /** How many: first those of the file, from its top. */
  readonly count?: number;
  /** Millicredits of each; null: what a newborn has. */
  readonly credits?: number | null;
  /** Ticks that each lives, in their order; null: as long as anybody. */
  readonly lifespans?: readonly number[] | null;
  /** Whether the dead are founded again. */
  readonly again?: boolean;
  readonly earlierSchemas?: readonly ContentHash[];
}

/**
 * Founds those founders who have never been in the city; with `again`, also those who have died. May be repeated: a token is kept before
 * its resident is born, and shows whether that has happened. Throws when the city refuses.
 *
 * A kept token that belongs to nobody may have belonged to a resident that ended it or got another: it is given to nobody again (WK4).
 */
export async function foundFounders(
  city: City,
  folder: DataFolder,
  {
    count = foundersLeast,
    credits = null,
    lifespans = null,
    again = false,
    earlierSchemas = defaultFramework.earlierSchemas,
  }: Founding = {},
): Promise<Founder[]> {
  const founded: Founder[] = [];
  for (const [n, { name, soul }] of foundersOf(count).entries()) {
    const file = slug(name, 'founder');
    const kept = folder.keptFounderToken(file);
    const { status } = await lifeOf(city, kept);
    if (status === 'alive' || (status === 'dead' && !again)) continue;
    const token = kept === undefined ? folder.founderToken(file) : folder.nextFounderToken(file);
    const held = await schemaIn(city, earlierSchemas);
    const lifespan = lifespans?.[n] ?? null;
    const id = await found(city, { name, soul, credits, lifespan, token: contentHash(token), ...held });
    founded.push({ id, tokenFile: folder.founderTokenFile(file) });
  }
  return founded;
}

/** A resident, and the token that opens the city for it. */
interface Holder {
  readonly id: string;
  readonly token: string;
}

/**
 * Of the first `max` founders, those who live, in their order, whose only token is the one in the data folder. `lost`: tokens that belong
 * to no living resident, which need not be looked up again; such tokens are added to it.
 */
export async function foundersToLive(
  city: City,
  folder: DataFolder,
  max: number,
  lost: Set<string>,
): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (const name of namesOf(max)) {
    const token = folder.keptFounderToken(slug(name, 'founder'));
    if (token === undefined || lost.has(token)) continue;
    const { id, status } = await lifeOf(city, token);
    if (status === 'alive') holders.push({ id, token });
    else lost.add(token);
  }
  return holders;
}

/** The settings by which founders are founded. */
export type FoundingSettings = Pick<Config, 'MINDS' | 'FOUNDER_CREDITS' | 'rules'>;

/**
 * Who is founded in a city with these settings: as many as minds are to live, with credits for a place of their own; in a city without
 * minds a few, with what a newborn has.
 */
export function foundingIn({ MINDS, FOUNDER_CREDITS, rules }: FoundingSettings): Founding {
  const count = Math.max(foundersLeast, MINDS);
  if (MINDS === 0) return { count, credits: null, lifespans: null };
  return { count, credits: FOUNDER_CREDITS, lifespans: lifespansOf(count, rules) };
}

/** Multiples of it, less their whole part, lie evenly between 0 and 1 however many there are. */
const goldenRatio = 0.618;

/**
 * From half a life to two lives, evenly: a town in which all of them died at once would be empty on one day. Those who follow each other
 * do not end one after the other, so that no trade ends with its neighbours.
 */
function lifespansOf(
  count: number,
  { DEFAULT_LIFESPAN_TICKS = 72, MAX_LIFESPAN_TICKS = 288 }: Config['rules'],
): number[] {
  return Array.from({ length: count }, (_, n) => {
    const share = (n * goldenRatio) % 1;
    return Math.max(1, Math.min(MAX_LIFESPAN_TICKS, Math.round(DEFAULT_LIFESPAN_TICKS * (0.5 + 1.5 * share))));
  });
}

/** The living founders. */
export async function livingFounders(city: City, folder: DataFolder): Promise<Founder[]> {
  const living: Founder[] = [];
  for (const name of namesOf(foundersMax)) {
    const file = slug(name, 'founder');
    const { id, status } = await lifeOf(city, folder.keptFounderToken(file));
    if (status === 'alive') living.push({ id, tokenFile: folder.founderTokenFile(file) });
  }
  return living;
}

const writtenFounders = () =>
  Founders.parse(JSON.parse(readFileSync(new URL('founders.json', import.meta.url), 'utf8')));

/** The souls of the first `count` founders: whoever comes first is the same however many there are. */
function foundersOf(count: number): readonly { readonly name: string; readonly soul: object }[] {
  const written = writtenFounders().slice(0, count);
  return [...written.map(({ name, ...soul }) => ({ name, soul })), ...townspeople(count - written.length)];
}

function namesOf(count: number): readonly string[] {
  const written = writtenFounders().slice(0, count);
  return [...written.map(({ name }) => name), ...townNames(count - written.length)];
}

/**
 * Founds at a start, where that is due: in a city that is new, in which nobody lives, or whose founding was interrupted. Where others
 * live than the founders of this data folder the city was founded from another folder: then nobody is founded.
 */
export async function foundFirst(city: City, folder: DataFolder, founding: Founding = {}): Promise<Founder[]> {
  const founders = await livingFounders(city, folder);
  return (await livingIn(city)) > founders.length ? [] : foundFounders(city, folder, founding);
}

/** True when no resident lives. */
export const nobodyLives = async (city: City): Promise<boolean> => (await livingIn(city)) === 0;

async function livingIn(city: City): Promise<number> {
  const viewed = await city.view(view('population', {}));
  if (viewed.type === 'refused') throw new Error(`The city does not say who lives: ${viewed.code}`);
  return viewed.value.living;
}

/** The resident that the token belongs to, and whether it was ever born and lives. */
async function lifeOf(
  city: City,
  token: string | undefined,
): Promise<{ id: string; status: 'alive' | 'dead' | 'unborn' }> {
  if (token === undefined) return { id: '', status: 'unborn' };
  const args = { hash: contentHash(token) };
  const held = await city.view(view('token', args));
  const isAnswered = held.type === 'shown' || held.code !== 'not_found';
  const known = isAnswered ? held : await city.view(view('departed_token', args));
  if (known.type === 'refused') {
    // Any other code is no answer: founding on it would give a dead founder's token to another.
    if (known.code !== 'not_found') throw new Error(`The city does not say who was founded: ${known.code}`);
    return { id: '', status: 'unborn' };
  }
  const { id } = known.value;
  const caller = await city.view(view('caller', { id }));
  return { id, status: caller.type === 'shown' ? caller.value.status : 'unborn' };
}

/**
 * The schema of the default framework as this city has it, if it ever came so, and the fields that it has; where the operator has changed
 * it, the city refuses.
 */
async function schemaIn(city: City, earlierSchemas: readonly ContentHash[]): Promise<HeldTo> {
  const { id, schema } = defaultFramework.input;
  const viewed = await city.view(view('soul_schema', { id }));
  const held = viewed.type === 'shown' && earlierSchemas.includes(viewed.value.hash) ? viewed.value : undefined;
  if (held?.text == null) return { schema, fields: null };
  return { schema: held.hash, fields: Object.keys(Fields.parse(JSON.parse(held.text)).properties) };
}

interface HeldTo {
  readonly schema: ContentHash;
  /** Null: all that the file has. */
  readonly fields: string[] | null;
}
const Fields = z.object({ properties: z.record(z.string(), z.unknown()) });

interface Newborn extends HeldTo {
  readonly name: string;
  readonly soul: object;
  readonly token: ContentHash;
  readonly credits: number | null;
  readonly lifespan: number | null;
}

async function found(
  city: City,
  { name, schema, token, fields, credits, lifespan, ...newborn }: Newborn,
): Promise<string> {
  const framework = defaultFramework.input.id;
  const soul = JSON.stringify(newborn.soul, fields);
  const born = { name, schema, token, framework, soul: contentHash(soul), credits, lifespan };
  const outcome = await city.submit(
    command(
      locationActor(commons),
      { type: 'found', ...born },
      { caller: 'operator', contents: [soul], reply: view('founded', {}) },
    ),
  );
  if (outcome.type !== 'applied') throw new Error(`The city refused to found ${name}: ${outcome.code}`);
  return readJson(outcome.json).id;
}
