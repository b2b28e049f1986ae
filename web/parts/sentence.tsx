/** A sentence of the chronicle, with its links. Quoted words and names are only ever text. */
import { For, type JSX } from 'solid-js';
import * as z from 'zod/mini';
import { PlaceLink, ResidentLink } from './links.tsx';

export const Parts = z.array(
  z.union([
    z.object({ text: z.string() }),
    z.object({ quoted: z.string() }),
    z.object({ resident: z.string(), name: z.string() }),
    z.object({ place: z.string(), name: z.string() }),
  ]),
);
type Parts = z.infer<typeof Parts>;

export const Sentence = (props: { readonly parts: Parts }): JSX.Element => (
  <For each={props.parts}>{(part) => <Words part={part} />}</For>
);

function Words(props: { readonly part: Parts[number] }): JSX.Element {
  const { part } = props;
  if ('text' in part) return part.text;
  if ('quoted' in part) return <q>{part.quoted}</q>;
  if ('resident' in part) return <ResidentLink id={part.resident} name={part.name} />;
  return <PlaceLink id={part.place} name={part.name} />;
}
