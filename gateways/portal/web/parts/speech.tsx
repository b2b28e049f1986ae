/** A line of public talk. What was said is only ever text. */
import type { JSX } from 'solid-js';
import { PlaceLink, ResidentLink } from './links.tsx';

interface SpeechProps {
  /** Who said it. */
  readonly resident: string;
  /** Where. */
  readonly place: string | null;
  /** When, ISO 8601. */
  readonly at: string;
  readonly children: string;
}

export function Speech(props: SpeechProps): JSX.Element {
  return (
    <article class="speech">
      <p class="about">
        <ResidentLink id={props.resident} />
        {props.place === null ? '' : ' at '}
        {props.place === null ? '' : <PlaceLink id={props.place} />}, <Time at={props.at} />
      </p>
      <blockquote>{props.children}</blockquote>
    </article>
  );
}

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

/** A moment, in the time of who looks: the clock, the whole date when it is pointed at. */
export function Time(props: { readonly at: string }): JSX.Element {
  const date = () => new Date(props.at);
  const isKnown = () => !Number.isNaN(date().getTime());
  return (
    <time dateTime={props.at} title={isKnown() ? day.format(date()) : undefined}>
      {isKnown() ? clock.format(date()) : props.at}
    </time>
  );
}
