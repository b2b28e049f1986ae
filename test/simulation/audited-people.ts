/** What must hold of souls, of those who were born of them, of tokens and of prints whenever the city is at rest (SO2, SO3, SO5, PS4). */
import { indexes } from '../../actors/indexes.ts';
import type { PrintContext } from '../../actors/kinds/print/messages.ts';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import type { SoulContext } from '../../actors/kinds/soul/messages.ts';
import { everySoul } from '../../actors/rules/birth/soul-queue.ts';
import { residentActor, soulActor } from '../../actors/rules/place/names.ts';
import type { Image } from '../../engine/actor-kind.ts';
import { nameOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';

export function faultsOfPeople(state: CityState): readonly string[] {
  const faults: string[] = [];
  /** Who was born of each soul. */
  const born = new Map<string, string>();
  for (const image of state.images.values()) {
    if (image.id.startsWith('soul:')) faults.push(...faultsOfSoul(state, image));
    if (image.id.startsWith('print:')) faults.push(...faultsOfPrint(image));
    if (!image.id.startsWith('resident:')) continue;
    faults.push(...faultsOfToken(state, image));
    const { id, origin } = image.context as ResidentContext;
    if (origin === undefined) continue;
    const other = born.get(origin.soul);
    if (other !== undefined) faults.push(`[SO3] ${id} and ${other} were born of one soul`);
    born.set(origin.soul, id);
  }
  return faults;
}

/** It waits, or somebody was born of it whose mentor adopted it; while it waits nothing is held for it. */
function faultsOfSoul(state: CityState, { id, state: leaf, context }: Image): readonly string[] {
  const { mentor, resident, held } = context as SoulContext;
  const waits = leaf === 'queued';
  const faults: string[] = [];
  if (state.index(indexes.soulQueue).has(everySoul, soulActor(nameOf(id))) !== waits)
    faults.push(`[SO2] ${id} is ${leaf}, queued: ${!waits}`);
  if (waits && (mentor !== null || resident !== null || held !== 0)) faults.push(`[SO2] ${id} waits and is somebody's`);
  if (leaf !== 'born') return faults;
  const child = state.images.get(residentActor(String(resident)))?.context as ResidentContext | undefined;
  if (child === undefined || child.origin?.soul !== nameOf(id) || child.mentor !== mentor?.id)
    faults.push(`[SO3] of ${id}, adopted by ${mentor?.id}, ${resident} was born, whose mentor is ${child?.mentor}`);
  return faults;
}

/** The token that it has leads to it, and so does the one that is to replace it. */
function faultsOfToken(state: CityState, { id, state: leaf, context }: Image): readonly string[] {
  const { token, nextToken } = context as ResidentContext;
  if (leaf === 'dead') return [];
  const led = [token, nextToken].flatMap((hash) => (hash == null ? [] : [state.index(indexes.token).first(hash)]));
  return led.filter((to) => to !== id).map((to) => `[SO5] [WK5] a token of ${id} leads to ${to}`);
}

function faultsOfPrint({ id, state: leaf, context }: Image): readonly string[] {
  const { fee, held } = context as PrintContext;
  return held === (leaf === 'queued' ? fee : 0) ? [] : [`[PS4] ${id}, ${leaf}, holds ${held} of ${fee}`];
}
