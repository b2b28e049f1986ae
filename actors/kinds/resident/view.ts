/** How a resident is shown, and to whom. Credits are shown in credits, kept in millicredits. */

import { must } from '../../../engine/assert.ts';
import { type ActorId, nameOf } from '../../../engine/ids.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { credits, recordIn } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf, recordOf } from '../../registry.ts';
import { lineageOf, opensAt } from '../../rules/people/lineage.ts';
import {
  identity,
  lifeStatus,
  means,
  outwardSoul,
  reputation,
  residentNamed,
  residentOf,
  timeOrNull,
  upkeepItems,
} from '../../rules/people/resident-view.ts';
import { availabilities } from '../../rules/place/availability.ts';
import { at, residentActor, standsAt } from '../../rules/place/names.ts';
import { isInStudy, mayReach } from '../../rules/place/terminal.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { turnEvent } from '../../turn-events.ts';
import type { Named, OfResident } from '../../view-args.ts';
import type { ResidentContext } from './messages.ts';
import { discovery, economy } from './passport-parts.ts';
import { isDead } from './state.ts';
import { isAwaited, missedUntil, threatToToken } from './tokens.ts';

/** What the gateway checks every request against (G3, G4). */
const caller = (reader: Reader, { id }: Named) => {
  const image = residentNamed(reader, id);
  const resident = image.context;
  return {
    id,
    status: lifeStatus(image),
    location: resident.location,
    home: resident.home,
    at_home: standsAt(resident.location, resident.home),
    balance: credits(reader.balance(image.id)),
    died_at: timeOrNull(resident.diedAt),
    cause: resident.cause,
  };
};

/**
 * The resident in memory with this token: one who lives, or a dead one that has not left yet. `is_awaited`: something comes of it that this
 * token is shown, so its resident is to hear of it (`show_token`).
 */
const token = (reader: Reader, { hash }: { readonly hash: string }) => {
  const id = reader.first(indexes.token, hash);
  const image = id === undefined ? undefined : imageOf(reader, id);
  return { ...holder(id), is_awaited: image !== undefined && isAwaited(image, hash) };
};

/** The resident with this token among those that have left: reads the database. */
const departedToken = (reader: Reader, { hash }: { readonly hash: string }) =>
  holder(reader.departedUnder(indexes.token, hash));

const holder = (id: ActorId | undefined) => ({
  id: nameOf(id ?? refuseView('not_found', { kind: 'token' })),
});

/** The properties of the resident's place that matter to global services. */
const surroundings = (reader: Reader, { resident }: OfResident) => {
  const context = residentOf(reader, resident);
  return {
    location: context.location,
    reachable: availabilities.filter((one) => mayReach(reader, one, context.location)),
    is_in_study: isInStudy(reader, context),
  };
};

/** The number of living residents. */
const population = (reader: Reader) => ({ living: reader.total(indexes.present) });

/** The topic that the resident's feed follows, and the newest `seq` that the feeds have handed out. */
const following = (reader: Reader, { id }: Named) => {
  const image = residentNamed(reader, id);
  const { location } = image.context;
  return { topic: isDead(image) ? null : at(location), seq: reader.feedSeq };
};

/** How many ticks before its end a resident should know that it is near. */
const nearEndTicks = 12;

/** What threatens the life of a resident soon: its credits, its age, another token. Null where they do not, and of the dead. */
const threats = (reader: Reader, { id }: Named) => {
  const image = residentNamed(reader, id);
  if (isDead(image)) return { state: image.state, runway_ticks: null, ticks_to_live: null, token: null };
  const { runway_ticks } = means(reader, image);
  const left = image.context.diesTick - reader.tick;
  const alertTicks = setting(reader.settings, 'CREDIT_ALERT_TICKS');
  return {
    state: image.state,
    runway_ticks: runway_ticks !== null && runway_ticks <= alertTicks ? runway_ticks : null,
    ticks_to_live: left <= nearEndTicks ? Math.max(0, left) : null,
    token: threatToToken(image.context),
  };
};

function soulAndLineage(reader: Reader, resident: ResidentContext) {
  return { soul: reader.text(resident.soul, outwardSoul), lineage: lineageOf(reader, resident) };
}

/** A soul as its own resident reads it: all of it, with what others see of it. */
const ownSoul = (text: string) => ({ ...recordIn(text), ...outwardSoul(text) });

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

const me = (reader: Reader, args: Named) => {
  const { id } = args;
  const image = residentNamed(reader, id);
  // The dead see nothing of themselves: a request in their name is answered so.
  if (isDead(image)) return { ...caller(reader, args), status: 'dead' as const };
  const { location } = image.context;
  const { vouchedFor = [] } = image.context;
  const soul = reader.text(image.context.soul, ownSoul);
  return { ...wholePassport(reader, image, id), soul, location, ...means(reader, image), vouched_for: vouchedFor };
};

/** What others see of a living resident, by the number of its vouches. Of a legacy they see only whether there is an heir. */
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

/** Residents see everything of the dead, and of themselves. */
const passport = (reader: Reader, { id, by }: Named & { readonly by: string }) => {
  const image = residentNamed(reader, id);
  return isDead(image) || id === by ? wholePassport(reader, image, by) : openPassport(reader, image, by);
};

/** The result of vouching. */
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

const creditsView = (reader: Reader, { id }: Named) => {
  const image = residentNamed(reader, id);
  const shown = means(reader, image);
  return { ...shown, upkeep: upkeepItems(reader, image.context) };
};

/** What it has and what each tick takes: of `credits` what does not say what for. */
const meansView = (reader: Reader, { id }: Named) => means(reader, residentNamed(reader, id));

/** The message that the turn being answered has published. */
const message = (reader: Reader, { resident }: OfResident) => {
  const entry = turnEvent(reader, 'message.broadcast', 'message.shout', 'message.whisper', 'message.direct');
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
  const { event, seq } = must(turnEvent(reader, 'credits.transferred'), 'a transfer');
  return { ...event.data, seq, balance: credits(reader.balance(residentActor(resident))) };
};

const legacy = (reader: Reader, { resident }: OfResident) => {
  const { heir, library } = residentOf(reader, resident);
  return { heir, library_contribution: library?.title ?? null };
};

/** The death that a voluntary shutdown has set. */
const ending = (reader: Reader, { resident }: OfResident) => {
  const image = residentNamed(reader, resident);
  return { ...identity(reader, image), state: image.state };
};

/** The resident who was founded in the turn being answered. */
const founded = (reader: Reader) => {
  const image = residentNamed(reader, String(turnEvent(reader, 'resident.born')?.event.actor));
  const { location } = image.context;
  return { ...identity(reader, image), state: image.state, location, ...means(reader, image) };
};

/** The mentor's answer: who was born in the turn being answered, or which soul waits for its container. */
const adopted = (reader: Reader, { resident }: OfResident) => {
  const born = turnEvent(reader, 'resident.born');
  if (born === undefined) return soulAdopted(reader, resident);
  const image = residentNamed(reader, String(born.event.actor));
  return { ...identity(reader, image), ...soulAndLineage(reader, image.context) };
};

/** Not by an event: of a soul that the city wrote nobody is told that it was adopted. */
function soulAdopted(reader: Reader, mentor: string) {
  const souls = reader.members(indexes.adopted, mentor, Number.POSITIVE_INFINITY).map((id) => imageOf(reader, id));
  const adoptedNow = souls.find((soul) => soul?.turn === reader.answering?.turn);
  const { soulId, name, framework } = must(adoptedNow, 'an adopted soul').context;
  return { soul: soulId, name, framework, mentor, status: 'adopted' as const };
}

/** The resident whose token was replaced, as the answer shows it beside the token itself. */
const tokenHolder = (_reader: Reader, { resident }: OfResident) => ({ id: resident, resident });

/** What a mentor gets that has asked for a token of its mentee: `is_given` when it is this one. */
const tokenMissed = (reader: Reader, { resident, hash }: OfResident & { readonly hash: string }) => {
  const { token: held, missed } = residentNamed(reader, resident).context;
  const from_tick = missedUntil(missed?.tick ?? reader.tick, reader.settings);
  return { id: resident, resident, from_tick, is_given: held === hash };
};

const tokenEnded = (_reader: Reader, { resident }: OfResident) => ({ resident, token_ended: true });

const thought = (reader: Reader) => {
  const { event, seq } = must(turnEvent(reader, 'resident.thought'), 'a thought');
  return { ...event.data, seq };
};

export const residentViews = {
  caller,
  token,
  departed_token: departedToken,
  following,
  threats,
  population,
  surroundings,
  me,
  passport,
  credits: creditsView,
  means: meansView,
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
  token_missed: tokenMissed,
} satisfies ViewTable;
