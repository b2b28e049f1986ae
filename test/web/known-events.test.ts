/** Pages read events as the city declares them: what they would misread is an error of types. */
import t from 'tap';
import type { DataOf, EventType, eventTypes } from '../../actors/event-types.ts';
import { type CityEvent, cityEvent } from '../../web/lib/events.ts';
import { happeningOf } from '../../web/lib/happening.ts';

/** What strangers hear of those events of which they do not hear all. */
type ToStrangers<Type extends EventType> = (typeof eventTypes)[Type]['publicly'] extends readonly (infer Field)[]
  ? Pick<DataOf<Type>, Field & keyof DataOf<Type>>
  : never;
type Told<Type extends EventType> = DataOf<Type> | ToStrangers<Type>;

type Known = CityEvent['type'];
type Read<Type extends Known> = Extract<CityEvent, { readonly type: Type }>['data'];
type Misread = {
  [Type in Known]: Type extends EventType ? ([Told<Type>] extends [Read<Type>] ? never : Type) : Type;
}[Known];

/** The names of those that are misread would stand in the error. */
const areRead: [Misread] extends [never] ? true : Misread = true;

const envelope = { v: 1, seq: 7, at: '2026-01-01T00:00:00.000Z', tick: 3, location: null, actor: null, subject: null };

t.test('what the city tells is read', async (t) => {
  t.ok(areRead);
  const data: DataOf<'pod.deployed'> = { id: 'shop-7', name: 'Shop', tier: 'standard', owner: null };
  const event = cityEvent({ ...envelope, category: 'infrastructure', type: 'pod.deployed', data });
  t.match(event && happeningOf(event), { does: 'Newly opened:', whither: 'shop-7' });
});
