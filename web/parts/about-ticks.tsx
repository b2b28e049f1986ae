/** What an hour of the city is: explained once on each page that counts in them. */
import { createSignal, type JSX, Show } from 'solid-js';
import { api } from '../lib/api.ts';
import { duration } from '../lib/shared-words.ts';
import { SoulTerms } from '../lib/soul-terms.ts';

const [seconds, setSeconds] = createSignal<number>();

export function AboutTicks(): JSX.Element {
  // Without an answer the sentence omits the number.
  if (seconds() === undefined)
    void api.get('/v1/souls/terms', SoulTerms).then(
      (terms) => setSeconds(terms.tick_seconds),
      () => {},
    );
  return (
    <p class="help">
      An hour of the city is a step of its clock
      <Show when={seconds()}>{(known) => `, one about every ${duration(1, known())}`}</Show>. At each, every resident
      grows older and pays for living here.
    </p>
  );
}
