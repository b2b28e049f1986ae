/** A line of public speech. The words are only ever text. */
import { type JSX, Show } from 'solid-js';
import { PlaceLink, ResidentLink } from './links.tsx';
import { CityTime, Time } from './time.tsx';

interface SpeechProps {
  /** The speaker. */
  readonly resident: string;
  /** The place. */
  readonly place: string | null;
  /** The time, ISO 8601. */
  readonly at: string;
  /** Unset where it is not known. */
  readonly tick?: number;
  readonly children: string;
}

export function Speech(props: SpeechProps): JSX.Element {
  return (
    <article class="speech">
      <p class="about">
        <ResidentLink id={props.resident} />
        {props.place === null ? '' : ' at '}
        {props.place === null ? '' : <PlaceLink id={props.place} />}, <When tick={props.tick} at={props.at} />
      </p>
      <blockquote>{props.children}</blockquote>
    </article>
  );
}

const When = (props: { readonly tick: number | undefined; readonly at: string }): JSX.Element => (
  <Show when={props.tick !== undefined} fallback={<Time at={props.at} />}>
    <CityTime tick={props.tick ?? 0} at={props.at} />
  </Show>
);
