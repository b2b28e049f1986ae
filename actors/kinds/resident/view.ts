/** How a resident is shown, and to whom. Credits are shown in credits, kept in millicredits. */

import { type ActorId, nameOf } from '../../../engine/ids.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, finite, listedMax } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf, recordOf } from '../../registry.ts';
import { countOf, trustScore } from '../../rules/people/deeds.ts';
import { endowmentKept, endowmentUntil } from '../../rules/people/endowment.ts';
import { lineageOf, opensAt } from '../../rules/people/lineage.ts';
import { availabilities } from '../../rules/place/availability.ts';
import { at, residentActor, standsAt } from '../../rules/place/names.ts';
import { isInStudy, mayReach } from '../../rules/place/terminal.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { told } from '../../told.ts';
import type { Named, OfResident } from '../../view-args.ts';
import type { ResidentContext } from './messages.ts';
import { discovery, economy } from './passport-parts.ts';

/** Characters of `personality` that a passport sums up with. */
const summaryChars = 280;
const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** The resident's context, or a `not_found` refusal. */
export function residentOf(reader: Reader, id: string): ResidentContext {
  return imageNamed(reader, id).context;
}

function imageNamed(reader: Reader, id: string): ImageOf<'resident'> {
  return imageOf(reader, residentActor(id)) ?? refuseView('not_found', { kind: 'resident', id });
}

const isDead = (image: ImageOf<'resident'>) => image.state === 'dead';
const statusOf = (image: ImageOf<'resident'>): 'alive' | 'dead' => (isDead(image) ? 'dead' : 'alive');

/** What the gateway checks every request against (G3, G4). */
const caller = (reader: Reader, { id }: Named) => {
  const image = imageNamed(reader, id);
  const resident = image.context;
  return {
    id,
    status: statusOf(image),
    location: resident.location,
    home: resident.home,
    at_home: standsAt(resident.location, resident.home),
    balance: credits(reader.balance(image.id)),
    died_at: timeOrNull(resident.diedAt),
    cause: resident.cause,
  };
};

/** Who in memory has the token: everybody who lives, and the dead who have not left. */
const token = (reader: Reader, { hash }: { readonly hash: string }) => holder(reader.first(indexes.token, hash));

/** Who that has left had it: asks the database. */
const departedToken = (reader: Reader, { hash }: { readonly hash: string }) =>
  holder(reader.departedUnder(indexes.token, hash));

const holder = (id: ActorId | undefined) => ({
  id: nameOf(id ?? refuseView('not_found', { kind: 'token' })),
});

/** What matters of where the resident stands to global services. */
const surroundings = (reader: Reader, { resident }: OfResident) => {
  const context = residentOf(reader, resident);
  return {
    location: context.location,
    reachable: availabilities.filter((one) => mayReach(reader, one, context.location)),
    is_in_study: isInStudy(reader, context),
  };
};

/** How many residents live. */
const population = (reader: Reader) => ({ living: reader.total(indexes.present) });

/** The topic that the resident's feed follows, and the newest `seq` that the feeds have handed out. */
const following = (reader: Reader, { id }: Named) => {
  const image = imageNamed(reader, id);
  const { location } = image.context;
  return { topic: isDead(image) ? null : at(location), seq: reader.feedSeq };
};

/** What anybody may know of a resident. */
export function identity(reader: Reader, image: ImageOf<'resident'>) {
  const { id, name, framework, bornAt, diesTick, diedAt, cause } = image.context;
  return {
    id,
    name,
    framework,
    status: statusOf(image),
    born_at: isoTime(bornAt),
    // Ticks that the city missed have moved the time of the tick; not that of the death.
    dies_at: isoTime(diedAt ?? reader.timeOf(diesTick)),
    dies_tick: diesTick,
    died_at: timeOrNull(diedAt),
    death_cause: isDead(image) ? cause : null,
  };
}

function soulAndLineage(reader: Reader, resident: ResidentContext) {
  return { soul: reader.text(resident.soul, outwardSoul), lineage: lineageOf(reader, resident) };
}

/** What of a soul is shown: its look, and the beginning of its personality, where its framework knows of such. */
export function outwardSoul(text: string) {
  const soul = JSON.parse(text) as { readonly aesthetic?: unknown; readonly personality?: unknown };
  const textOf = (field: unknown) => (typeof field === 'string' ? field : '');
  return { aesthetic: textOf(soul.aesthetic), personality_summary: textOf(soul.personality).slice(0, summaryChars) };
}

const recordIn = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text);

/** A soul as its own resident reads it: whole, and what is shown of it to others. */
const ownSoul = (text: string) => ({ ...recordIn(text), ...outwardSoul(text) });

export function reputation(kept: ResidentContext) {
  const { achievements = [], vouches = 0 } = kept;
  const jobs = countOf(kept, 'jobs');
  return {
    achievements,
    jobs_completed: jobs,
    trust_score: trustScore(vouches, countOf(kept, 'earned_trust')),
    vouches,
  };
}

function wholePassport(reader: Reader, of: ImageOf<'resident'>, by: string) {
  const { id } = of.context;
  const remembered = recordOf(reader, residentActor(id)) ?? refuseView('not_found', { kind: 'resident', id });
  const { image } = remembered;
  const resident = image.context;
  return {
    ...identity(reader, image),
    state: image.state,
    ...soulAndLineage(reader, resident),
    economy: economy(reader, remembered, by),
    reputation: reputation(resident),
    discovery: discovery(reader, resident, by),
    legacy: { library_contribution: resident.library?.title ?? null, heir: resident.heir },
  };
}

export function means(reader: Reader, image: ImageOf<'resident'>) {
  return {
    balance: credits(reader.balance(image.id)),
    burn_per_tick: credits(reader.burn(image.id)),
    owed: credits(reader.owed(image.id)),
    runway_ticks: finite(reader.runway(image.id)),
    endowment: credits(Math.min(endowmentKept(image.context, reader.tick), reader.balance(image.id))),
    endowment_until: endowmentUntil(image.context, reader.tick),
  };
}

const me = (reader: Reader, args: Named) => {
  const { id } = args;
  const image = imageNamed(reader, id);
  // The dead see nothing of themselves: whoever asks in their name is told so.
  if (isDead(image)) return caller(reader, args);
  const { location } = image.context;
  const { vouchedFor = [] } = image.context;
  const soul = reader.text(image.context.soul, ownSoul);
  return { ...wholePassport(reader, image, id), soul, location, ...means(reader, image), vouched_for: vouchedFor };
};

/** What others see of one who lives, by its vouches. Of a legacy nothing but whether there is an heir. */
function openPassport(reader: Reader, image: ImageOf<'resident'>, by: string) {
  const resident = image.context;
  const { vouches = 0, heir } = resident;
  return {
    ...identity(reader, image),
    ...(vouches >= opensAt.soulAndLineage && soulAndLineage(reader, resident)),
    ...(vouches >= opensAt.reputation && { reputation: reputation(resident) }),
    ...(vouches >= opensAt.economy && { economy: economy(reader, { image, account: reader.account(image.id) }, by) }),
    ...(vouches >= opensAt.discovery && {
      discovery: discovery(reader, resident, by),
      legacy: { has_heir: heir !== null },
    }),
  };
}

/** Of the dead, and of themselves, residents see everything. */
const passport = (reader: Reader, { id, by }: Named & { readonly by: string }) => {
  const image = imageNamed(reader, id);
  return isDead(image) || id === by ? wholePassport(reader, image, by) : openPassport(reader, image, by);
};

/** What came of vouching. */
const vouch = (reader: Reader, { resident, to }: OfResident & { readonly to: string }) => {
  const { vouches, trust_score } = reputation(residentOf(reader, to));
  const { vouchedFor = [] } = residentOf(reader, resident);
  return {
    id: to,
    vouches,
    trust_score,
    vouches_left: Math.max(0, setting(reader.settings, 'VOUCHES_MAX') - vouchedFor.length),
  };
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

const creditsView = (reader: Reader, { id }: Named) => {
  const image = imageNamed(reader, id);
  const shown = means(reader, image);
  return { ...shown, upkeep: upkeepItems(reader, image.context) };
};

/** The message that the answered turn told. */
const message = (reader: Reader, { resident }: OfResident) => {
  const entry = told(reader, 'message.broadcast', 'message.shout', 'message.whisper', 'message.direct');
  if (entry === undefined || reader.answering === undefined) return refuseView('not_found', { kind: 'message' });
  const { seq, event } = entry;
  const payer = residentActor(resident);
  return {
    id: event.data.id,
    seq,
    type: event.type,
    location: event.location,
    to: event.subject,
    message: event.data.message,
    sent_at: reader.answering.at,
    charged: credits(reader.answering.balanceBefore(payer) - reader.balance(payer)),
    balance: credits(reader.balance(payer)),
  };
};

const transfer = (reader: Reader, { resident }: OfResident) => {
  const entry = told(reader, 'credits.transferred');
  return { ...entry?.event.data, seq: entry?.seq, balance: credits(reader.balance(residentActor(resident))) };
};

const legacy = (reader: Reader, { resident }: OfResident) => {
  const { heir, library } = residentOf(reader, resident);
  return { heir, library_contribution: library?.title ?? null };
};

/** The beginning of the end, after a voluntary shutdown. */
const ending = (reader: Reader, { resident }: OfResident) => {
  const image = imageNamed(reader, resident);
  return { ...identity(reader, image), state: image.state };
};

/** The newborn of the answered turn. */
const founded = (reader: Reader) => {
  const image = imageNamed(reader, String(told(reader, 'resident.born')?.event.actor));
  const { location } = image.context;
  return { ...identity(reader, image), state: image.state, location, ...means(reader, image) };
};

/** Whom the answered turn brought into the city, for its mentor. */
const adopted = (reader: Reader) => {
  const born = told(reader, 'resident.born');
  // Its container is being made ready: it is not born yet.
  if (born === undefined) return { ...told(reader, 'soul.adopted')?.event.data, status: 'adopted' };
  const image = imageNamed(reader, String(born.event.actor));
  return { ...identity(reader, image), ...soulAndLineage(reader, image.context) };
};

/** Whose token was replaced: what an answer to that shows beside the token itself. */
const tokenHolder = (_reader: Reader, { resident }: OfResident) => ({ id: resident, resident });

const tokenEnded = (_reader: Reader, { resident }: OfResident) => ({ resident, token_ended: true });

const thought = (reader: Reader) => {
  const entry = told(reader, 'resident.thought');
  return { ...entry?.event.data, seq: entry?.seq };
};

export const residentViews = {
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
  vouch,
  adopted,
  thought,
  token_holder: tokenHolder,
  token_ended: tokenEnded,
} satisfies ViewTable;
