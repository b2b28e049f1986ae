/** What the visitor who wrote the soul sees of a resident in addition. */
import { type JSX, Show } from 'solid-js';
import type { OwnResident } from '../lib/own-resident.ts';
import { credits, hours } from '../lib/shared-words.ts';
import { AboutTicks } from '../parts/about-ticks.tsx';
import { ResidentLink } from '../parts/links.tsx';
import { Sheet } from '../parts/sheet.tsx';

export function Own(props: { readonly own: OwnResident }): JSX.Element {
  return (
    <Sheet title="For you, who wrote its soul">
      <dl class="facts">
        <Show when={props.own.means}>
          {(means) => (
            <>
              <dt>Has</dt>
              <dd>
                {credits(means().balance)}, and living costs {credits(means().burn_per_tick)} each hour
              </dd>
              <dt>That lasts</dt>
              <dd>{means().runway_ticks === null ? 'for ever' : hours(means().runway_ticks ?? 0)}</dd>
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
        Its thoughts, which say why it acts, are shown among what it says and does. Only you see them.{' '}
        <a href={`/visit?soul=${encodeURIComponent(props.own.soul)}`}>
          {props.own.status === 'dead' ? 'See all of its life' : 'Give it credits, or control it with your own program'}
        </a>
        .
      </p>
      <Show when={props.own.means}>
        <AboutTicks />
      </Show>
    </Sheet>
  );
}
