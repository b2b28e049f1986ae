/** How the city's own souls come into the queue: by the messages of the minds' host. */
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { command } from '../../actors/registry.ts';
import { commons, locationActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { Command, ViewRequest } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';

const fields = '{}';
const { id: framework, schema } = defaultFramework.input;

/** The message for the soul that comes after `nth` others. */
export const sown = (nth: number) =>
  ({
    type: 'soul.due',
    nth,
    mindsFree: 4,
    mindsMax: 12,
    name: 'Wren',
    framework,
    schema,
    soul: contentHash(fields),
  }) as const;

const sowing = (nth: number, other: { readonly framework?: string } = {}): Command =>
  command(locationActor(commons), { ...sown(nth), ...other }, { caller: 'city', contents: [fields] });

/** How many souls the city has put into the queue, and whether it is empty. */
export const queueView: ViewRequest = view('minded', { limit: 1 });

interface Sown {
  readonly view: (request: ViewRequest) => Promise<Readonly<Record<string, unknown>>>;
  readonly submit: (command: Command) => Promise<string | undefined>;
}

/** The city says it of its next soul; what it is refused with. */
export const sowsNext = async (city: Sown, other: { readonly framework?: string } = {}): Promise<string | undefined> =>
  city.submit(sowing(Number((await city.view(queueView))['sown']), other));

/** The city puts a soul of its own into the queue, which is empty; its id. */
export async function sow(city: Sown): Promise<string> {
  const refusal = await sowsNext(city);
  if (refusal !== undefined) throw new Error(`the city does not sow: ${refusal}`);
  const { items } = await city.view(view('waiting_souls', { limit: 1, cursor: null }));
  return String(must((items as readonly { readonly id: string }[])[0], 'a soul in the queue').id);
}
