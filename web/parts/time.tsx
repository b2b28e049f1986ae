/** Moments: in the city's time, as pages about the city say them; or, where that is not known, in the reader's time zone. */
import { type JSX, Show } from 'solid-js';
import { momentText } from '../../drawing/city-time.ts';

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' });

/** The time of day; with the day if it is another one; the whole date when pointed at. */
export function Time(props: { readonly at: string }): JSX.Element {
  const date = () => new Date(props.at);
  const isKnown = () => !Number.isNaN(date().getTime());
  const isOtherDay = () => isKnown() && date().toDateString() !== new Date().toDateString();
  return (
    <time dateTime={props.at} title={isKnown() ? whole.format(date()) : undefined}>
      <Show when={isOtherDay()}>{day.format(date())}, </Show>
      {isKnown() ? clock.format(date()) : props.at}
    </time>
  );
}

/** `day 3, 14:00`; the reader's own time when pointed at. */
export function CityTime(props: { readonly tick: number; readonly at: string }): JSX.Element {
  const date = () => new Date(props.at);
  return (
    <time dateTime={props.at} title={Number.isNaN(date().getTime()) ? undefined : whole.format(date())}>
      {momentText(props.tick)}
    </time>
  );
}
