/** Links to the pages of residents and places. Names come from residents: they are text, whatever they contain. */
import type { JSX } from 'solid-js';
import { labelOf, nameOf } from '../lib/names-read-alike.ts';

interface LinkProps {
  readonly id: string;
  /** Unset: the name that is known for the id. */
  readonly name?: string | undefined;
}

const named = ({ id, name }: LinkProps): string => (name === undefined ? nameOf(id) : labelOf(id, name));
export const residentPath = (id: string): string => `/watch/resident/${encodeURIComponent(id)}`;
export const placePath = (id: string): string => `/watch/place/${encodeURIComponent(id)}`;

export function ResidentLink(props: LinkProps): JSX.Element {
  return (
    <a class="resident" href={residentPath(props.id)}>
      {named(props)}
    </a>
  );
}

export function PlaceLink(props: LinkProps): JSX.Element {
  return (
    <a class="place" href={placePath(props.id)}>
      {named(props)}
    </a>
  );
}
