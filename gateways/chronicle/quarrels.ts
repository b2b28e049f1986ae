/**
 * Which public words the chronicle notes because they are words of a quarrel or of making up, and whom they name. Of each quarrel one
 * sentence a day: the first of those who are in it themselves, and the first of those who speak of others; and of one speaker only some.
 */
import { z } from 'zod';
import { dayOf, ticksOf } from '../../drawing/city-time.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { ChronicleRows, Entry, SubjectId } from './chronicle-rows.ts';
import { concernsAddressee, isOfSpeaker, standsInQuarrel } from './quarrel-parties.ts';
import { hasQuarrelWords, nameBeginnings, namedBy, type QuarrelWords, quarrelWordsOf } from './quarrel-words.ts';

/** Sentences of one speaker that are noted in a day. */
const perSpeakerMax = 4;
/** Whom one sentence may name. */
const namedMax = 3;
/** Entries of somebody's day in which it is looked whether the quarrel was told. */
const readMax = 200;

export const speechTypes: ReadonlySet<string> = new Set(['message.broadcast', 'message.shout']);

const Speech = z.object({
  tick: z.int(),
  actor: z.string(),
  data: z.object({ message: z.string() }),
});
type Speech = z.infer<typeof Speech>;

/** True of few events. */
export const mayBeQuarrel = ({ type, json }: FeedEvent): boolean =>
  speechTypes.has(type) && hasQuarrelWords(json.slice(json.indexOf('"message":')));

/** What is said of whom, with such words; undefined where that is nobody who lives. */
export async function quarrelEntry(
  rows: Pick<ChronicleRows, 'read' | 'living'>,
  { seq, json }: FeedEvent,
  before: readonly Entry[],
): Promise<Entry | undefined> {
  const { data: speech } = Speech.safeParse(JSON.parse(json));
  const quarrel = speech && quarrelWordsOf(speech.data.message);
  if (speech === undefined || quarrel === undefined) return undefined;
  const speaker: SubjectId = `resident:${speech.actor}`;
  const named = await namedIn(rows, speech, quarrel);
  if (named.length === 0) return undefined;
  const entry: Entry = { seq, tick: speech.tick, about: [speaker, ...named], body: json };
  return (await isToldAlready(rows, entry, before)) ? undefined : entry;
}

/** Whoever is only spoken to is not meant. */
async function namedIn(
  rows: Pick<ChronicleRows, 'living'>,
  { tick, actor }: Speech,
  { tone, quoted }: QuarrelWords,
): Promise<readonly SubjectId[]> {
  const beginnings = nameBeginnings(quoted);
  const living = await rows.living([...new Set(beginnings.map(({ word }) => word))], tick);
  const [meant, addressed] = [new Set<SubjectId>(), new Set<SubjectId>()];
  let others = 0;
  for (const one of beginnings) {
    const id = namedBy(one, living)?.id;
    if (id === undefined && standsInQuarrel(one)) others += 1;
    if (id !== undefined && id !== `resident:${actor}`) (one.isAddressed ? addressed : meant).add(id);
  }
  // Who is called by a name that could be several people's is in it as well, though nobody knows who that is.
  if (concernsAddressee(quoted, tone, meant.size + others)) for (const id of addressed) meant.add(id);
  return [...meant].slice(0, namedMax);
}

/** `before`: entries that are about to be written. */
async function isToldAlready(
  rows: Pick<ChronicleRows, 'read'>,
  entry: Entry,
  before: readonly Entry[],
): Promise<boolean> {
  const key = keyOf(entry);
  const [speaker, other] = entry.about;
  const ticks = ticksOf(dayOf(entry.tick));
  const isToday = ({ tick }: Entry) => dayOf(tick) === dayOf(entry.tick);
  for (const about of [speaker, other]) {
    if (about === undefined) continue;
    const read = await rows.read({ before: entry.seq, limit: readMax, about, ticks });
    const keys = [...before.filter(isToday), ...read].map((told) => ({ by: told.about[0], key: keyOf(told) }));
    const said = keys.filter((told) => told.key !== undefined);
    if (said.some((told) => told.key === key)) return true;
    if (about === speaker && said.filter(({ by }) => by === speaker).length >= perSpeakerMax) return true;
  }
  return false;
}

/** The same for all that is said of one quarrel in one way; undefined of what is no speech. */
function keyOf({ about: [speaker, ...named], body }: Entry): string | undefined {
  if (!body.includes('"type":"message.')) return undefined;
  const { data } = Speech.safeParse(JSON.parse(body));
  const words = data && quarrelWordsOf(data.data.message);
  const isOwn = words !== undefined && named.length === 1 && isOfSpeaker(words.quoted);
  const involved = [...named, ...(isOwn && speaker !== undefined ? [speaker] : [])].sort();
  return words && [words.tone, isOwn, ...involved].join(' ');
}
