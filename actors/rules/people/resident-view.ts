/** Parts of a resident that several views show. Credits are shown in credits, kept in millicredits. */
import { balanceAt, burnOf, runway } from '../../../engine/state/ledger.ts';
import { isoTime } from '../../../engine/turn/seal.ts';
import type { Reader } from '../../../engine/views/views.ts';
import { credits, finite, listedMax } from '../../formats.ts';
import { indexes } from '../../indexes.ts';
import type { ResidentContext } from '../../kinds/resident/messages.ts';
import { isDead } from '../../kinds/resident/state.ts';
import { refuseView } from '../../refusals.ts';
import { type ImageOf, imageOf } from '../../registry.ts';
import { residentActor } from '../place/names.ts';
import { setting } from '../workshops/tiers.ts';
import { countOf, trustScore } from './deeds.ts';
import { endowmentKept, endowmentUntil } from './endowment.ts';

/** Characters of `personality` in the summary of a passport. */
const summaryChars = 280;
export const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** The resident's context, or a `not_found` refusal. */
export function residentOf(reader: Reader, id: string): ResidentContext {
  return residentNamed(reader, id).context;
}

/** The resident, or a `not_found` refusal. */
export function residentNamed(reader: Reader, id: string): ImageOf<'resident'> {
  return imageOf(reader, residentActor(id)) ?? refuseView('not_found', { kind: 'resident', id });
}

export const lifeStatus = (image: ImageOf<'resident'>): 'alive' | 'dead' => (isDead(image) ? 'dead' : 'alive');

/** What anybody may know of a resident. */
export function identity(reader: Reader, image: ImageOf<'resident'>) {
  const { id, name, framework, bornAt, diesTick, diedAt, cause } = image.context;
  return {
    id,
    name,
    framework,
    status: lifeStatus(image),
    born_at: isoTime(bornAt),
    // Ticks that the city missed move the time of a tick, but not that of a death.
    dies_at: isoTime(diedAt ?? reader.timeOf(diesTick)),
    dies_tick: diesTick,
    died_at: timeOrNull(diedAt),
    death_cause: isDead(image) ? cause : null,
  };
}

/** The public part of a soul: its look, and the beginning of its personality, where its framework has such fields. */
export function outwardSoul(text: string) {
  const soul = JSON.parse(text) as { readonly aesthetic?: unknown; readonly personality?: unknown };
  const textOf = (field: unknown) => (typeof field === 'string' ? field : '');
  return { aesthetic: textOf(soul.aesthetic), personality_summary: textOf(soul.personality).slice(0, summaryChars) };
}

/** Its achievements, deeds and trust. */
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

/** Its means: what it has, and how long that lasts. */
export function means(reader: Reader, { id, context }: ImageOf<'resident'>) {
  const [account, { tick }] = [reader.account(id), reader];
  const balance = balanceAt(account, tick);
  return {
    balance: credits(balance),
    burn_per_tick: credits(burnOf(account)),
    owed: credits(account.owed),
    runway_ticks: finite(runway(account, tick)),
    endowment: credits(Math.min(endowmentKept(context, tick), balance)),
    endowment_until: endowmentUntil(context, tick),
  };
}

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
