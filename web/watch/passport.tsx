/** The passport of a resident, as strangers see it; for the dead also their legacy. */
import { type JSX, Show } from 'solid-js';
import { nameOf } from '../lib/names-read-alike.ts';
import { ResidentLink } from '../parts/links.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { CityTime } from '../parts/time.tsx';
import type { Resident } from './answers.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });
export const shown = (iso: string | null): string => (iso === null ? 'nobody knows when' : day.format(new Date(iso)));

export function Passport(props: { readonly resident: Resident }): JSX.Element {
  return (
    <Sheet title="Passport">
      <dl class="facts">
        <dt>Id</dt>
        <dd>{props.resident.id}</dd>
        <dt>Born</dt>
        <dd>{shown(props.resident.born_at)}</dd>
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
