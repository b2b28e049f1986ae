/** Moments, in the reader's time zone. */
import { type JSX, Show } from 'solid-js';

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
