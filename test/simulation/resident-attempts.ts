/** What simulated residents and their operator try, sense and nonsense, drawn by weight from a seed. */
import { commons, locationActor, residentActor } from '../../actors/rules/place/names.ts';
import type { Command } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import { foundingOf } from '../world.ts';
import { buildingAct, type Scene } from './building-attempts.ts';
import type { Dice } from './dice.ts';
import { peopleCommand } from './visitor-attempts.ts';

/** The city as whoever tries something sees it. */
export type CitySight = Pick<Scene, 'dice' | 'state' | 'known'>;

/** One attempt. `sound` is false when the command is such that the engine has to catch it as a failure. */
export interface Attempt {
  readonly command: Command;
  readonly sound: boolean;
}

/** Draws a message for the resident `id`; `other` is whom it has in mind. */
type Draw = (dice: Dice, other: string, n: number) => Message;

const text = (dice: Dice) =>
  dice.pick(['hello', 'what a day', '🌳', ' ', 'a longer sentence about nothing in particular']);

const everydayActs: readonly [weight: number, draw: Draw][] = [
  [20, (dice) => ({ type: 'broadcast', text: text(dice) })],
  [20, (dice) => ({ type: 'move', exit: dice.pick(['home', 'commons']), max_toll: null })],
  [10, (dice, to) => ({ type: 'whisper', to, text: text(dice) })],
  [3, (dice) => ({ type: 'shout', text: text(dice) })],
  [6, (dice, to) => ({ type: 'letter', to, text: text(dice) })],
  [12, (dice, to) => ({ type: 'transfer', to, amount: dice.pick([1, 100, 999, 1_000, 2_500, 10_000, 60_000]) })],
  [2, (_, __, n) => ({ type: 'compose', title: `number ${n}`, content: contentHash(`number ${n}`) })],
  [5, (_, heir) => ({ type: 'bequeath', heir })],
  [1, () => ({ type: 'shut_down' })],
];

const nonsense: readonly Draw[] = [
  () => ({ type: 'fly' }),
  () => ({ type: '*' }),
  () => ({ type: 'move', exit: 'exit_aaaaaaaaaaaaaaaa', max_toll: null }),
  () => ({ type: 'whisper', to: 'nobody-999', text: 'x' }),
  () => ({ type: 'transfer', to: '__proto__', amount: 1 }),
  () => ({ type: 'bequeath', heir: 'city-commons' }),
];

const unsound: readonly Draw[] = [-5, 0.5, Number.NaN, 2 ** 53].map((amount) => (_, to) => ({
  type: 'transfer',
  to,
  amount,
}));

/** What one of `ids` tries next; in one of twenty-five cases its operator founds a resident instead. */
export function attempt(sight: CitySight, ids: readonly [string, ...string[]], n: number): Attempt {
  const { dice } = sight;
  if (dice.oneIn(25)) return { command: founding(dice, n), sound: true };
  const id = dice.oneIn(60) ? 'nobody-0' : lively(sight, ids);
  const other = dice.oneIn(30) ? id : dice.pick(ids);
  if (dice.oneIn(5)) return { command: peopleCommand({ ...sight, by: id, other, n }), sound: true };
  const sound = !dice.oneIn(150);
  if (sound && dice.oneIn(2)) return building({ ...sight, by: id, other, n });
  const actor = residentActor(id);
  const draws = sound ? (dice.oneIn(12) ? nonsense : undefined) : unsound;
  const draw = draws === undefined ? weighted(dice) : draws[dice.between(0, draws.length - 1)];
  const event = draw?.(dice, other, n) ?? { type: 'broadcast', text: 'nothing' };
  return { command: { to: actor, caller: actor, event }, sound };
}

/** Mostly somebody who lives. */
function lively({ dice, state }: CitySight, ids: readonly [string, ...string[]]): string {
  for (let tries = 3; tries > 0; tries--) {
    const id = dice.pick(ids);
    if (state.imageOf(residentActor(id))?.state !== 'dead' || dice.oneIn(12)) return id;
  }
  return dice.pick(ids);
}

function building(scene: Scene): Attempt {
  const { by, event, awaits } = buildingAct(scene) ?? { by: scene.by, event: { type: 'broadcast', text: 'nothing' } };
  const actor = residentActor(by);
  return { command: { to: actor, caller: actor, event, ...(awaits === true && { awaits }) }, sound: true };
}

function founding(dice: Dice, n: number): Command {
  const credits = dice.pick([null, null, 0, 1, 999, 3_000, 8_000, 20_000, 80_000, 300_000, 300_000, 600_000, 600_000]);
  const lifespan = dice.pick([null, null, null, null, 60, 60, 60, 20, 8, 3, 2, 1, 289]);
  const command = foundingOf(dice.pick(['Ada', 'Bo', '日本', 'Cleo de Mérode']), credits, lifespan);
  return { ...command, event: { ...command.event, token: contentHash(`token ${n}`) }, to: locationActor(commons) };
}

function weighted(dice: Dice): Draw | undefined {
  let at = dice.between(
    1,
    everydayActs.reduce((sum, [weight]) => sum + weight, 0),
  );
  for (const [weight, draw] of everydayActs) {
    at -= weight;
    if (at <= 0) return draw;
  }
  return undefined;
}
