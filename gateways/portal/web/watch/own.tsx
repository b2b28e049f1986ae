/** What the visitor who wrote its soul sees of a resident besides. */
import { type JSX, Show } from 'solid-js';
import { credits } from '../lib/happening.ts';
import { ResidentLink } from '../parts/links.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { OwnResident } from './answers.ts';

export function Own(props: { readonly own: OwnResident }): JSX.Element {
  return (
    <Sheet title="For you, who wrote its soul">
      <dl class="facts">
        <Show when={props.own.means}>
          {(means) => (
            <>
              <dt>Has</dt>
              <dd>
                {credits(means().balance)}, and pays {credits(means().burn_per_tick)} each tick
              </dd>
              <dt>That lasts</dt>
              <dd>{means().runway_ticks === null ? 'for good' : `${means().runway_ticks} ticks`}</dd>
            </>
          )}
        </Show>
        <Show when={props.own.estate}>
          {(estate) => (
            <>
              <dt>Left</dt>
              <dd>
                {estate().credits === null ? 'what it had' : credits(estate().credits ?? 0)} to{' '}
                <Show when={estate().to} fallback="the city">
                  {(heir) => <ResidentLink id={heir().id} name={heir().name ?? undefined} />}
                </Show>
              </dd>
            </>
          )}
        </Show>
        <Show when={props.own.legacy.library_contribution}>
          {(title) => (
            <>
              <dt>For the library</dt>
              <dd>{title()}</dd>
            </>
          )}
        </Show>
      </dl>
      <p>
        Its thoughts stand among what it says: they tell why it acts, to you alone.{' '}
        <a href="/visit">Fund it or live it yourself</a>.
      </p>
    </Sheet>
  );
}
