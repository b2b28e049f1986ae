/** The state of this page's connection to the city, in words, announced when it changes. */
import type { JSX } from 'solid-js';
import type { Feed, FeedState } from '../lib/feed.ts';
import { isPast } from '../lib/past.ts';

const words: Readonly<Record<FeedState, string>> = {
  connecting: 'Connecting …',
  live: 'Live',
  reconnecting: 'Connection lost. Trying again …',
  gap: 'Something was missed. Looking anew …',
};

export function ConnectionState(props: { readonly feed: Feed }): JSX.Element {
  return (
    <p class="connection" role="status" data-state={props.feed.state}>
      {isPast() && props.feed.state === 'live' ? 'The past' : words[props.feed.state]}
    </p>
  );
}
