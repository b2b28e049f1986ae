/**
 * The last step of a turn: everything that will be derived from its draft is made, and what must hold of it is asserted,
 * while the turn can still be dropped (T2, T7). Behind it stands `seal`, and behind that the journal, whose statement carries
 * audiences as words and rows as lines: nothing there may meet a text for the first time.
 *
 * An assertion that fails here fails the turn, and the city lives. `docs/assertions-behind-seal.md` lists those that are
 * left behind `seal`, each with the reason why no caller can reach it.
 */

import { type Image, retiredState } from '../actor-kind.ts';
import { assert } from '../assert.ts';
import type { Content, FeedEvent, Following } from '../command.ts';
import type { Audience } from '../effect.ts';
import { type ActorId, isTopic, parseActorId, registerActor } from '../ids.ts';
import type { PreparedKind } from '../state/prepared-kind.ts';
import { keyList } from '../state/reverse-index.ts';
import type { Draft, Prepared } from './draft.ts';

const eventType = /^[a-z][a-z_.-]*$/;
/** Ids, words and separators between them; never a line break. */
const indexKey = /^[ -~]+$/;
const loneSurrogate = /\p{Surrogate}/u;

/** Makes what `seal` hands on. Throws `InvariantBroken`, or what a kind throws about an image that it should not have. */
export function prepare(draft: Draft): Prepared {
  const { counters } = draft.state;
  assert(draft.tick === counters.tick || draft.tick === counters.tick + 1, '[K1] ticks come one by one');
  assert(draft.completedTick <= draft.tick, '[K1] no tick is complete before it has begun');
  const firstSeq = counters.seq + 1;
  for (const image of draft.images.values())
    if (image.state !== retiredState) assertDerives(draft.state.kind(image.id), image);
  return { events: feedEvents(draft, firstSeq), followings: followingsOf(draft, firstSeq) };
}

/** Texts go through JSON into the database, which takes neither NUL nor half of a surrogate pair. */
export function assertStorable(contents: readonly Content[]): void {
  for (const { text } of contents)
    assert(!text.includes('\0') && !loneSurrogate.test(text), '[A3] a text that the database cannot hold');
}

/** Asks the kind for all that the city will derive from the image: what it throws, it throws here. */
function assertDerives(kind: PreparedKind, image: Image): void {
  for (const name in kind.indexes)
    for (const key of keyList(kind.indexes[name]?.(image))) assert(indexKey.test(key), `a key of index ${name}`);
  kind.ended?.(image);
  kind.publicPlace?.(image);
  kind.publicWay?.(image);
  kind.root?.(image);
  kind.expects?.(image);
  for (const id of Object.values(kind.dependsOn?.(image) ?? {}))
    assert(parseActorId(id) === id, 'an actor to depend on');
  const way = kind.way?.(image);
  assert(way === undefined || (way.from !== '' && way.to !== ''), 'a way between two places');
}

/** Who follows another topic from this turn's first event on. */
function followingsOf(draft: Draft, seq: number): Following[] {
  const followings: Following[] = [];
  for (const image of draft.images.values()) {
    const { follows } = draft.state.kind(image.id);
    if (follows === undefined) continue;
    const before = draft.state.images.get(image.id);
    const topic = image.state === retiredState ? undefined : follows(image);
    if (topic === (before && follows(before))) continue;
    assert(topic === undefined || isTopic(topic), 'a topic to follow');
    followings.push({ actor: image.id, seq, topic: topic ?? null });
  }
  return followings;
}

function feedEvents(draft: Draft, firstSeq: number): readonly FeedEvent[] {
  if (draft.events.length === 0) return [];
  const { tick } = draft;
  const at = draft.state.isoTime(draft.at);
  return draft.events.map(({ event, audience }, i) => {
    const { type, category, location, actor, subject, data } = event;
    assert(eventType.test(type), 'the type of an event');
    const seq = firstSeq + i;
    const json = JSON.stringify({ v: 1, seq, type, at, tick, category, location, actor, subject, data });
    const entries = audienceEntries(withWatchers(draft, audience), isPublic(draft, location, audience));
    const feedEvent = { seq, type, audience: entries, json };
    const letters = lettersOf(audience);
    return letters === undefined ? feedEvent : { letters, ...feedEvent };
  });
}

/** Actors among whose letters the event is kept, and registers. */
function lettersOf({ letters, registers }: Audience): FeedEvent['letters'] {
  return registers === undefined ? letters : [...(letters ?? []), ...registers.map(registerActor)];
}

/** Places are public as they were before this turn. */
function isPublic({ state }: Draft, location: string | null, audience: Audience): boolean {
  if (audience.public !== 'where strangers walk') return audience.public === true;
  return location !== null && state.publicPlaces.has(location);
}

/** Those who watch somebody are addressed like any other actor. */
function withWatchers(draft: Draft, audience: Audience): Audience {
  const { watchersOf, actors = [] } = audience;
  if (watchersOf === undefined) return audience;
  const watchers: ActorId[] = [];
  for (const id of watchersOf) {
    const image = draft.images.get(id) ?? draft.state.images.get(id);
    const own = image && draft.state.kind(id).watchers?.(image);
    if (own !== undefined && own.length > 0) watchers.push(...own);
  }
  return watchers.length === 0 ? audience : { ...audience, actors: [...actors, ...watchers] };
}

/**
 * Topics as they are, `to:<actor>` for each actor once, `all`, `public`. A topic has its word and its name, so that none
 * can be taken for one of the other three.
 */
function audienceEntries(audience: Audience, isForAnyone: boolean): readonly string[] {
  const { topics = [], actors = [], letters = [] } = audience;
  for (const actor of letters) assert(actors.includes(actor), 'whoever gets a letter hears of it');
  for (const topic of topics) assert(isTopic(topic), 'a topic of an audience');
  if (actors.length === 0 && !isForAnyone && audience.everyone !== true) return topics;
  const entries = new Set(topics);
  for (const actor of actors) {
    assert(parseActorId(actor) === actor, 'an actor of an audience');
    entries.add(`to:${actor}`);
  }
  if (audience.everyone === true) entries.add('all');
  if (isForAnyone) entries.add('public');
  return [...entries];
}
