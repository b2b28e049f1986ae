/** The way on and back through a list that is shown a page at a time. */
import { type JSX, Show } from 'solid-js';
import { Button } from '../parts/button.tsx';
import type { Paged } from './paged.ts';

export function Turning(props: { readonly list: Paged<unknown>; readonly what: string }): JSX.Element {
  return (
    <Show when={props.list.hasBefore() || props.list.hasMore()}>
      <p class="buttons">
        <Button disabled={!props.list.hasBefore()} onClick={props.list.back}>
          Back<span class="unseen"> in the list of {props.what}</span>
        </Button>
        <Button disabled={!props.list.hasMore()} onClick={props.list.on}>
          More<span class="unseen"> of {props.what}</span>
        </Button>
      </p>
    </Show>
  );
}
