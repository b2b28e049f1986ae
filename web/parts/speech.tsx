/** A line of public speech. The words are only ever text. */
import type { JSX } from 'solid-js';
import { PlaceLink, ResidentLink } from './links.tsx';
import { CityTime } from './time.tsx';

interface SpeechProps {
  /** The speaker. */
  readonly resident: string;
  /** The place. */
  readonly place: string | null;
  /** The time, ISO 8601. */
  readonly at: string;
  readonly tick: number;
  readonly children: string;
}

export function Speech(props: SpeechProps): JSX.Element {
  return (
    <article class="speech">
      <p class="about">
        <ResidentLink id={props.resident} />
        {props.place === null ? '' : ' at '}
        {props.place === null ? '' : <PlaceLink id={props.place} />}, <CityTime tick={props.tick} at={props.at} />
      </p>
      <blockquote>{props.children}</blockquote>
    </article>
  );
}
