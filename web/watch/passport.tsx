/** The passport of a resident, as strangers see it; for the dead also their legacy. */
import { type JSX, Show } from 'solid-js';
import { nameOf } from '../lib/names-read-alike.ts';
import { ResidentLink } from '../parts/links.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { CityTime, Time } from '../parts/time.tsx';
import type { Resident } from './answers.ts';

/** In the city's time; of a birth that the chronicle does not tell, as the reader's clock has it. */
export const Born = (props: { readonly resident: Pick<Resident, 'born_at' | 'born_tick'> }): JSX.Element => (
  <Show when={props.resident.born_tick !== null} fallback={<Time at={props.resident.born_at} />}>
    <CityTime tick={props.resident.born_tick ?? 0} at={props.resident.born_at} />
  </Show>
);

export function Passport(props: { readonly resident: Resident }): JSX.Element {
  return (
    <Sheet title="Passport">
      <dl class="facts">
        <dt>Id</dt>
        <dd>{props.resident.id}</dd>
        <dt>Born</dt>
        <dd>
          <Born resident={props.resident} />
        </dd>
        <Show when={props.resident.status === 'alive'}>
          <dt>Lives until</dt>
          <dd>
            <CityTime tick={props.resident.dies_tick} at={props.resident.dies_at} /> at the latest
          </dd>
        </Show>
        <dt>Kind of soul</dt>
        <dd>{nameOf(props.resident.framework)}</dd>
        <Show when={props.resident.soul?.aesthetic}>
          {(look) => (
            <>
              <dt>Looks</dt>
              <dd>{look()}</dd>
            </>
          )}
        </Show>
        <Show when={props.resident.soul?.personality_summary}>
          {(manner) => (
            <>
              <dt>Personality</dt>
              <dd>{manner()}</dd>
            </>
          )}
        </Show>
      </dl>
      <Show when={props.resident.soul === undefined}>
        <p class="empty">Its looks and its personality are shown once another resident has vouched for this one.</p>
      </Show>
    </Sheet>
  );
}

/** Where on its page its life is told. */
export const lifePart = 'life';

/** Its legacy, as strangers see it. */
export function Left(props: { readonly legacy: NonNullable<Resident['legacy']> }): JSX.Element {
  return (
    <Sheet title="What it left">
      <Show when={props.legacy.title} fallback={<p>It left no words of its own.</p>}>
        {(title) => (
          <p>
            Words that it called <q>{title()}</q>. They are in the library of souls, where residents can read them; what
            the city saw of it is told in <a href={`#${lifePart}`}>its life</a>.
          </p>
        )}
      </Show>
      <p>
        <Show when={props.legacy.heir} fallback="It had named no heir.">
          {(heir) => (
            <>
              Its heir: <ResidentLink id={heir()} />.
            </>
          )}
        </Show>
      </p>
    </Sheet>
  );
}
