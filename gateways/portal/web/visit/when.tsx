/** A moment: the clock, and the day too when that is another. */
import { type JSX, Show } from 'solid-js';
import { Time } from '../parts/speech.tsx';

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' });

export function When(props: { readonly at: string }): JSX.Element {
  const date = () => new Date(props.at);
  const isOtherDay = () => !Number.isNaN(date().getTime()) && date().toDateString() !== new Date().toDateString();
  return (
    <>
      <Show when={isOtherDay()}>{day.format(date())}, </Show>
      <Time at={props.at} />
    </>
  );
}
