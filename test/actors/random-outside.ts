/**
 * Commands from outside in a random city: stations that are registered, heard of, closed and answer; visitors who speak and print, ask
 * residents, leave words, and have work done.
 */

import type { NoteContext } from '../../actors/kinds/note/messages.ts';
import type { PrintContext } from '../../actors/kinds/print/messages.ts';
import { commons, locationActor, stationActor, visitorActor } from '../../actors/rules/place/names.ts';
import type { Command } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { type ActorId, contentHash, nameOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import type { Dice } from '../simulation/dice.ts';

const namesOf = (state: CityState, kind: string): readonly string[] =>
  [...state.images.values()].filter(({ id }) => id.startsWith(`${kind}:`)).map(({ id }) => nameOf(id));

/** One that is there, or nobody's name. */
function one(dice: Dice, names: readonly string[]): string {
  return dice.oneIn(20) || names.length === 0 ? 'nobody-0' : (names[dice.between(0, names.length - 1)] ?? 'nobody-0');
}

function registering(state: CityState, dice: Dice): Message {
  const places = ['pod', 'location', 'room', 'container'].flatMap((kind) => namesOf(state, kind));
  const token = contentHash(`token ${state.counters.turn}`);
  const location = dice.oneIn(3) ? commons : one(dice, places);
  return { type: 'register_station', name: 'Library', place: 'Main Street', location, token };
}

/** Mostly one that waits, to its own station. */
function answering(state: CityState, dice: Dice): readonly [ActorId, Message] {
  const waiting = [...state.images.values()].filter(
    ({ id, state: leaf }) => id.startsWith('print:') && leaf === 'queued',
  );
  const print = waiting[dice.between(0, Math.max(0, waiting.length - 1))]?.context as PrintContext | undefined;
  const station = dice.oneIn(10) ? one(dice, namesOf(state, 'portal-station')) : (print?.station ?? 'nobody-0');
  const status = dice.pick(['printed', 'printed', 'failed']);
  return [stationActor(station), { type: 'answer_print', print: print?.id ?? 'print_aaaaaaaaaaaaaaaa', status }];
}

/** Mostly a job of its own. */
function answeringJob(state: CityState, dice: Dice): readonly [ActorId, Message] {
  const own = [...state.images.values()].filter(({ context }) => context['byVisitor'] === true);
  const job = own[dice.between(0, Math.max(0, own.length - 1))];
  const visitor = visitorActor(dice.oneIn(10) ? one(dice, namesOf(state, 'visitor')) : String(job?.context['poster']));
  const named = job === undefined ? 'job_aaaaaaaaaaaaaaaa' : nameOf(job.id);
  const reason = contentHash('dark');
  return [visitor, { type: dice.pick(['accept_job', 'reject_job', 'release_job']), named, reason }];
}

const leaving = (state: CityState, dice: Dice): Message => ({
  type: 'leave_note',
  purpose: dice.pick(['note', 'wish']),
  place: dice.oneIn(3) ? one(dice, namesOf(state, 'pod')) : commons,
  text: 'a library here',
  content: contentHash('a library here'),
});

const leavingPicture = (station: string): Message => ({
  ...{ type: 'leave_picture', station, text: 'a lamp', content: contentHash('a lamp') },
  size: { width: 8, height: 8 },
});

/** Mostly a picture that stands, or another note, taken away by who left it, by its station, or by somebody else. */
function takingAway(state: CityState, dice: Dice): readonly [ActorId, Message] {
  const left = [...state.images.values()].filter(({ id }) => id.startsWith('note:'));
  const context = left[dice.between(0, Math.max(0, left.length - 1))]?.context as NoteContext | undefined;
  const note = context?.id ?? 'note_aaaaaaaaaaaaaaaa';
  if (context?.picture !== undefined && dice.oneIn(2))
    return [stationActor(context.picture.station), { type: 'remove_picture', note }];
  const own = context?.visitor ?? 'nobody-0';
  return [visitorActor(dice.oneIn(5) ? one(dice, namesOf(state, 'visitor')) : own), { type: 'take_back', note }];
}

/** Words or a picture of a visitor; or what was left before goes. */
function leavingOrTaking(state: CityState, dice: Dice, visitor: ActorId, station: string): readonly [ActorId, Message] {
  if (dice.oneIn(3)) return takingAway(state, dice);
  return [visitor, dice.oneIn(2) ? leavingPicture(station) : leaving(state, dice)];
}

const posting = (dice: Dice): Message => ({
  ...{ type: 'post_job', place: commons, title: 'A lamp', description: contentHash('light it') },
  reward: dice.pick([1, 3_000]),
});

export function fromOutside(state: CityState, dice: Dice): Command {
  const station = one(dice, namesOf(state, 'portal-station'));
  const visitor = visitorActor(one(dice, namesOf(state, 'visitor')));
  const login = `login ${state.counters.turn}`;
  const [to, event] = dice.pick<() => readonly [ActorId, Message]>([
    () => [locationActor(commons), registering(state, dice)],
    () => [locationActor(commons), { type: 'register_visitor', handle: 'eve', login }],
    () => [visitor, { type: 'grant', amount: dice.pick([1, 5_000, 40_000]) }],
    () => [visitor, { type: 'broadcast', station, text: 'hello, city' }],
    () => [visitor, { type: 'print', station, content: contentHash('a card') }],
    () => [visitor, { type: 'print', station, content: contentHash('a card') }],
    () => answering(state, dice),
    () => answering(state, dice),
    () => [visitor, { type: 'ask', resident: one(dice, namesOf(state, 'resident')), text: 'why?' }],
    () => leavingOrTaking(state, dice, visitor, station),
    () => [visitor, posting(dice)],
    () => answeringJob(state, dice),
    () => [stationActor(station), { type: dice.pick(['heard', 'heard', 'silent']) }],
    () => [stationActor(station), { type: dice.oneIn(4) ? 'close' : 'heard' }],
  ])();
  return { to, event, caller: to };
}
