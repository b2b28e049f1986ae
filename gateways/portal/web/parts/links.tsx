/** Links to the pages of residents and places. Names come from residents: they are text, whatever stands in them. */
import type { JSX } from 'solid-js';
import { nameOf } from '../lib/names.ts';

interface LinkProps {
  readonly id: string;
  /** Unset: what is known of the id. */
  readonly name?: string | undefined;
}

const residentPath = (id: string): string => `/watch/resident/${encodeURIComponent(id)}`;
const placePath = (id: string): string => `/watch/place/${encodeURIComponent(id)}`;

export function ResidentLink(props: LinkProps): JSX.Element {
  return (
    <a class="resident" href={residentPath(props.id)}>
      {props.name ?? nameOf(props.id)}
    </a>
  );
}

export function PlaceLink(props: LinkProps): JSX.Element {
  return (
    <a class="place" href={placePath(props.id)}>
      {props.name ?? nameOf(props.id)}
    </a>
  );
}
