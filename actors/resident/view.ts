/** How a resident is shown, and to whom. Credits are shown in credits, kept in millicredits. */

import { type ActorId, nameOf } from '../../engine/ids.ts';
import { balanceAt, shownEarned, shownSpent } from '../../engine/ledger.ts';
import { isoTime } from '../../engine/seal.ts';
import type { Reader, Remembered, View } from '../../engine/views.ts';
import { setting } from '../building/tiers.ts';
import { credits, finite, listedMax } from '../formats.ts';
import { indexes } from '../indexes.ts';
import { at, commons, residentActor, standsAt } from '../place/names.ts';
import { isInStudy, mayReach } from '../place/terminal.ts';
import { refuseView } from '../refusals.ts';
import { type ImageOf, imageOf, recordOf } from '../registry.ts';
import { availabilities } from '../service-call/availability.ts';
import type { ResidentContext } from './messages.ts';

/** Characters of `personality` that a passport sums up with. */
const summaryChars = 280;
const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** The resident's context, or a `not_found` refusal. */
export function residentOf(reader: Reader, id: unknown): ResidentContext {
  return imageNamed(reader, id).context;
}

function imageNamed(reader: Reader, id: unknown): ImageOf<'resident'> {
  return imageOf(reader, residentActor(String(id))) ?? refuseView('not_found', { kind: 'resident', id: String(id) });
}

const isDead = (image: ImageOf<'resident'>) => image.state === 'dead';

/** What the gateway checks every request against (G3, G4). */
const caller: View = (reader, { id }) => {
  const image = imageNamed(reader, id);
  const resident = image.context;
  return {
    id,
    status: isDead(image) ? 'dead' : 'alive',
    location: resident.location,
    home: resident.home,
    at_home: standsAt(resident.location, resident.home),
    balance: credits(reader.balance(image.id)),
    died_at: timeOrNull(resident.diedAt),
    cause: resident.cause,
  };
};

/** Who in memory has the token: everybody who lives, and the dead who have not left. */
const token: View = (reader, { hash }) => holder(reader.first(indexes.token, String(hash)));

/** Who that has left had it: asks the database. */
const departedToken: View = (reader, { hash }) => holder(reader.departedUnder(indexes.token, String(hash)));

const holder = (id: ActorId | undefined) => ({
  id: nameOf(id ?? refuseView('not_found', { kind: 'token' })),
});

/** What matters of where the resident stands to global services. */
const surroundings: View = (reader, { resident }) => {
  const context = residentOf(reader, resident);
  return {
    location: context.location,
    reachable: availabilities.filter((one) => mayReach(reader, one, context.location)),
    is_in_study: isInStudy(reader, context),
  };
};

/** How many residents live. */
const population: View = (reader) => ({ living: reader.total(indexes.present) });

/** The topic that the resident's feed follows, and the newest `seq` that the feeds have handed out. */
const following: View = (reader, { id }) => {
  const image = imageNamed(reader, id);
  const { location } = image.context;
  return { topic: isDead(image) ? null : at(location), seq: reader.feedSeq };
};

function identity(reader: Reader, image: ImageOf<'resident'>) {
  const { id, name, framework, bornAt, diesTick, diedAt, cause } = image.context;
  return {
    id,
    name,
    framework,
    status: isDead(image) ? 'dead' : 'alive',
    born_at: isoTime(bornAt),
    // Ticks that the city missed have moved the time of the tick; not that of the death.
    dies_at: isoTime(diedAt ?? reader.timeOf(diesTick)),
    dies_tick: diesTick,
    died_at: timeOrNull(diedAt),
    death_cause: isDead(image) ? cause : null,
  };
}

function soulAndLineage(reader: Reader, resident: ResidentContext) {
  const mentees = resident.mentees ?? reader.page(indexes.mentees, resident.id, '', listedMax).map(nameOf);
  return {
    soul: reader.text(resident.soul, outwardSoul),
    lineage: { mentor: resident.mentor, mentees, generation: resident.generation },
  };
}

/** What of a soul is shown: its look, and the beginning of its personality. */
function outwardSoul(text: string) {
  const soul = JSON.parse(text) as { readonly aesthetic?: string; readonly personality?: string };
  return { aesthetic: soul.aesthetic ?? '', personality_summary: (soul.personality ?? '').slice(0, summaryChars) };
}

/** Vouches and jobs are not part of the city yet: everybody has none. */
const reputation = { achievements: [], jobs_completed: 0, trust_score: 0, vouches: 0 };

function economy(reader: Reader, { image, account }: Remembered) {
  return {
    balance: credits(balanceAt(account, reader.tick)),
    lifetime_earned: credits(shownEarned(account, reader.tick)),
    lifetime_spent: credits(shownSpent(account, reader.tick)),
    owned_pods: reader.members(indexes.owned, nameOf(image.id), listedMax).map(nameOf),
  };
}

/** What it has seen; to others only what everyone can see: the dead give no secrets away (DD4). */
function discovery(reader: Reader, { id, knownLocations, knownExits }: ResidentContext, by: unknown) {
  if (id === by) return { known_locations: knownLocations, known_exits: knownExits };
  const isSeen = (exit: string) => {
    const connection = reader.first(indexes.exit, exit);
    return connection !== undefined && imageOf(reader, connection)?.context.terms.visibility === 'visible';
  };
  const isPublic = (place: string) => place === commons || reader.count(indexes.seenPlaces, place) > 0;
  return { known_locations: knownLocations.filter(isPublic), known_exits: knownExits.filter(isSeen) };
}

function wholePassport(reader: Reader, of: ImageOf<'resident'>, by: unknown) {
  const { id } = of.context;
  const remembered = recordOf(reader, residentActor(id)) ?? refuseView('not_found', { kind: 'resident', id });
  const { image } = remembered;
  const resident = image.context;
  return {
    ...identity(reader, image),
    state: image.state,
    ...soulAndLineage(reader, resident),
    economy: economy(reader, remembered),
    reputation,
    discovery: discovery(reader, resident, by),
    legacy: { library_contribution: resident.library?.title ?? null, heir: resident.heir },
  };
}

function means(reader: Reader, image: ImageOf<'resident'>) {
  return {
    balance: credits(reader.balance(image.id)),
    burn_per_tick: credits(reader.burn(image.id)),
    owed: credits(reader.owed(image.id)),
    runway_ticks: finite(reader.runway(image.id)),
  };
}

const me: View = (reader, args) => {
  const { id } = args;
  const image = imageNamed(reader, id);
  // The dead see nothing of themselves: whoever asks in their name is told so.
  if (isDead(image)) return caller(reader, args);
  const { location } = image.context;
  return { ...wholePassport(reader, image, id), location, ...means(reader, image) };
};

/** With no vouches others see identity and status; of the dead, and of themselves, everything. */
const passport: View = (reader, { id, by }) => {
  const image = imageNamed(reader, id);
  return isDead(image) || id === by ? wholePassport(reader, image, by) : identity(reader, image);
};

/** What a resident pays for each tick: its core container and its rooms. */
export function upkeepItems(reader: Reader, { id, home }: ResidentContext) {
  const rooms = reader.members(indexes.rooms, home, listedMax).flatMap((room) => {
    const context = imageOf(reader, room)?.context;
    if (context === undefined) return [];
    const { name, purpose, upkeep } = context;
    return [{ item: `${purpose} "${name}"`, per_tick: credits(upkeep) }];
  });
  const core = setting(reader.settings, 'RESIDENT_UPKEEP');
  const listed = rooms.reduce((sum, room) => sum + room.per_tick * 1000, core);
  const more = Math.round(reader.burn(residentActor(id)) - listed);
  const items = [{ item: 'core container', per_tick: credits(core) }, ...rooms];
  return more > 0 ? [...items, { item: 'further rooms', per_tick: credits(more) }] : items;
}

const creditsView: View = (reader, { id }) => {
  const image = imageNamed(reader, id);
  const shown = means(reader, image);
  return { ...shown, upkeep: upkeepItems(reader, image.context) };
};

/** The message that the answered turn told. */
const message: View = (reader, { resident }) => {
  const entry = reader.answering?.events.find(({ event }) => event.type.startsWith('message.'));
  if (entry === undefined || reader.answering === undefined) return refuseView('not_found', { kind: 'message' });
  const { seq, event } = entry;
  const payer = residentActor(String(resident));
  return {
    id: event.data['id'],
    seq,
    type: event.type,
    location: event.location,
    to: event.subject,
    message: event.data['message'],
    sent_at: reader.answering.at,
    charged: credits(reader.answering.balanceBefore(payer) - reader.balance(payer)),
    balance: credits(reader.balance(payer)),
  };
};

const transfer: View = (reader, { resident }) => {
  const entry = reader.answering?.events.find(({ event }) => event.type === 'credits.transferred');
  return { ...entry?.event.data, seq: entry?.seq, balance: credits(reader.balance(residentActor(String(resident)))) };
};

const legacy: View = (reader, { resident }) => {
  const { heir, library } = residentOf(reader, resident);
  return { heir, library_contribution: library?.title ?? null };
};

/** The beginning of the end, after a voluntary shutdown. */
const ending: View = (reader, { resident }) => {
  const image = imageNamed(reader, resident);
  return { ...identity(reader, image), state: image.state };
};

/** The newborn of the answered turn. */
const founded: View = (reader) => {
  const born = reader.answering?.events.find(({ event }) => event.type === 'resident.born')?.event.actor;
  const image = imageNamed(reader, born);
  const { location } = image.context;
  return { ...identity(reader, image), state: image.state, location, ...means(reader, image) };
};

export const residentViews: Readonly<Record<string, View>> = {
  caller,
  token,
  departed_token: departedToken,
  following,
  population,
  surroundings,
  me,
  passport,
  credits: creditsView,
  message,
  transfer,
  legacy,
  ending,
  founded,
};
