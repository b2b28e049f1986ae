/** What the chronicle tells of a resident or a place, from the first tick on; the first thing first. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { api } from '../lib/api.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { Sentence } from '../parts/sentence.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { CityTime } from '../parts/time.tsx';
import { Chronicle } from './answers.ts';
import { tenLines } from './ten-lines.ts';

/** What happened to one is told seldom. */
const everyMs = 20_000;
const entriesMax = 200;

type Entry = Chronicle['items'][number];

interface HistoryProps {
  readonly about: `resident:${string}` | `place:${string}`;
  readonly title: string;
  /** By which links lead to it. */
  readonly anchor?: string;
  /** Ten lines of it, the rest on demand: of a life that is over. */
  readonly isShort?: boolean;
}

export function History(props: HistoryProps): JSX.Element {
  const [told, setTold] = createSignal<Chronicle>();
  // What could not be read now is read the next time; the page itself says when the city does not answer.
  partRefresher(everyMs, async () => {
    const path = `/v1/chronicle?about=${encodeURIComponent(props.about)}&limit=${entriesMax}`;
    setTold(await api.get(path, Chronicle));
  });
  const entries = () => [...(told()?.items ?? [])].reverse();
  const lines = () => (props.isShort === true ? tenLines(entries()) : entries());
  return (
    <Show when={entries().length > 0}>
      <Sheet title={props.title} {...(props.anchor === undefined ? {} : { anchor: props.anchor })}>
        <Lines entries={lines()} />
        <Show when={lines().length < entries().length}>
          <details>
            <summary>All {entries().length} things that are told</summary>
            <Lines entries={entries()} />
          </details>
        </Show>
        <p>
          <a href="/chronicle">The chronicle of the city</a>
        </p>
      </Sheet>
    </Show>
  );
}

const Lines = (props: { readonly entries: readonly Entry[] }): JSX.Element => (
  <ol class="history">
    <For each={props.entries}>
      {(entry) => (
        <li>
          <CityTime tick={entry.tick} at={entry.at} /> <Sentence parts={entry.parts} />
        </li>
      )}
    </For>
  </ol>
);
