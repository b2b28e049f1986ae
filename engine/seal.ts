/**
 * The end of a turn: the draft becomes the city's state, its events get their numbers, and what must become durable is
 * handed on as one value (T2, T3). After `seal` a turn can only be committed or lost with the process (J5).
 */
import type { Content, FeedEvent, Following, JournalCommand } from './command.ts';
import type { Draft } from './draft.ts';
import type { Audience } from './effect.ts';
import type { AccountId, ActorId } from './ids.ts';
import { type Image, retiredState } from './kind.ts';
import type { Account } from './ledger.ts';
import type { CityState } from './state.ts';

export interface Sealed {
  readonly turn: number;
  readonly command: JournalCommand;
  readonly images: ReadonlyMap<ActorId, Image>;
  readonly accounts: ReadonlyMap<AccountId, Account>;
  readonly events: readonly FeedEvent[];
  readonly followings: readonly Following[];
  readonly asked: Draft['asked'];
  readonly contents: readonly Content[];
}

/** Makes `draft` the state of the city. */
export function seal(draft: Draft, command: JournalCommand, contents: readonly Content[]): Sealed {
  const { state } = draft;
  const firstSeq = state.counters.seq + 1;
  const followings = followingsOf(draft, firstSeq);
  const settingsChanged = draft.settings !== state.counters.settings;
  const tickMoved = draft.tick !== state.counters.tick;
  state.counters = {
    turn: draft.turn,
    seq: state.counters.seq + draft.told.length,
    tick: draft.tick,
    completedTick: draft.completedTick,
    tickAt: tickMoved || state.counters.tickAt === 0 ? draft.at : state.counters.tickAt,
    number: draft.counted,
    minted: draft.minted,
    settings: draft.settings,
  };
  if (settingsChanged) state.watchAccounts();
  if (tickMoved) {
    state.tickTurn = draft.turn;
    turnWheels(state);
  }
  for (const image of draft.images.values()) state.putImage(image);
  state.settle();
  for (const [id, account] of draft.accounts) state.putAccount(id, account);
  return {
    turn: draft.turn,
    command,
    images: draft.images,
    accounts: draft.accounts,
    events: feedEvents(draft, firstSeq),
    followings,
    asked: draft.asked,
    contents,
  };
}

/** Hints of the new tick leave the wheels; those that came early are put back (L6). */
function turnWheels(state: CityState): void {
  const { tick } = state.counters;
  for (const id of state.accountWheel.take(tick)) {
    const account = state.account(id);
    if (account.burn > 0) state.accountWheel.want(id, Math.max(tick + 1, state.attentionTick(id, account)));
  }
  state.wakeDue(tick);
}

/** Who follows another topic from this turn's first event on. */
function followingsOf(draft: Draft, seq: number): Following[] {
  const followings: Following[] = [];
  for (const image of draft.images.values()) {
    const { follows } = draft.state.kind(image.id);
    if (follows === undefined) continue;
    const before = draft.state.images.get(image.id);
    const topic = image.state === retiredState ? undefined : follows(image);
    if (topic !== (before && follows(before))) followings.push({ actor: image.id, seq, topic: topic ?? null });
  }
  return followings;
}

function feedEvents(draft: Draft, firstSeq: number): FeedEvent[] {
  if (draft.told.length === 0) return [];
  const { tick } = draft;
  const at = draft.state.isoTime(draft.at);
  return draft.told.map(({ told, audience }, i) => {
    const { type, category, location, actor, subject, data } = told;
    const seq = firstSeq + i;
    const json = JSON.stringify({ v: 1, seq, type, at, tick, category, location, actor, subject, data });
    const event = { seq, type, audience: audienceEntries(audience), json };
    return audience.letters === undefined ? event : { ...event, letters: audience.letters };
  });
}

/** Topics as they are, `to:<actor>` for each actor once, `public`. */
function audienceEntries(audience: Audience): readonly string[] {
  if (audience.actors === undefined && audience.public !== true) return audience.topics ?? [];
  const entries = new Set(audience.topics ?? []);
  for (const actor of audience.actors ?? []) entries.add(`to:${actor}`);
  if (audience.public === true) entries.add('public');
  return [...entries];
}

/** ISO 8601 in UTC of milliseconds since 1970. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
