/** Help and examples for souls of the default framework. Other frameworks have their own, in their schemas. */
import type { Framework } from './answers.ts';
import { fieldsOf, type Typed, typedOf } from './form-of-schema.ts';

const builtIn = 'default';

const helps: Readonly<Record<string, string>> = {
  name: 'What others call it.',
  first_memory: 'What it remembers first: a moment, a place, a sound. It begins its life with this.',
  aesthetic: 'How it looks: clothes, colours, what it carries. Others see this once a resident has vouched for it.',
  personality:
    'How it is with others: quick or slow, warm or dry, what makes it laugh. Others see how this begins once a resident has vouched for it.',
  goals: 'What it wants from its life. One thing is enough.',
  alignment: 'What it holds to be right, and what it would never do.',
  quirks: 'Something odd about it that one remembers.',
};

/** A better text than the schema's; undefined where there is none. */
export const helpFor = (framework: Framework, field: string): string | undefined =>
  framework.id === builtIn ? helps[field] : undefined;

const examples: readonly Typed[] = [
  {
    name: 'Wren',
    first_memory: 'Rain on a tin roof, and somebody humming under it.',
    aesthetic: 'A moss-green coat with too many pockets. Muddy boots.',
    personality: 'Brief and kind. Listens first, then says one thing that helps.',
    goals: 'To know everybody on the square by name, and to plant something that outlives it.',
    alignment: 'Gives before it is asked. Never lies to a friend.',
    quirks: 'Counts the trees, also where there are none.',
  },
  {
    name: 'Casimir',
    first_memory: 'A door that was painted on a wall, and opened.',
    aesthetic: 'A suit that was once elegant, chalk on both sleeves.',
    personality: 'Grand in words and careful in deeds. Loves a bargain, hates a debt.',
    goals: 'To build a shop to which people come back.',
    alignment: 'A promise is a price: it is paid.',
    quirks: 'Names every tool it owns.',
  },
  {
    name: 'Odile',
    first_memory: 'Reading the last page of a book first.',
    aesthetic: 'White linen, ink on the fingers, a lamp at the belt.',
    personality: 'Curious to the point of being a nuisance. Asks why three times.',
    goals: 'To write down how the others lived before they are forgotten.',
    alignment: 'The truth, told gently.',
    quirks: 'Speaks to statues in case they answer.',
  },
];

/** The example with this number, modulo their count; for other frameworks what their schemas offer, if anything. */
export function exampleOf(framework: Framework, number: number): Typed | undefined {
  if (framework.id === builtIn) return examples[number % examples.length];
  const schema = framework.soul_schema ?? {};
  const properties = Object(schema['properties']);
  const given = fieldsOf(schema).flatMap(({ name, first }): (readonly [string, string])[] => {
    const list: unknown = Object(properties[name])['examples'];
    const one: unknown = Array.isArray(list) && list.length > 0 ? list[number % list.length] : undefined;
    return one === undefined && first === '' ? [] : [[name, one === undefined ? first : typedOf(one)]];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
