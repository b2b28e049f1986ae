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

/** Of quarrels, the last. */
const quarrelsMax = 20;
/** What the chronicle tells of quarrels and of their end: words in public, and work that was sent back. */
const quarrels: ReadonlySet<string> = new Set(['message.broadcast', 'message.shout', 'job.rejected']);

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
  const all = () => [...(told()?.items ?? [])].reverse();
  // Of a resident they stand apart from its life.
  const isApart = (entry: Entry) => props.about.startsWith('resident:') && quarrels.has(entry.type);
  const entries = () => all().filter((entry) => !isApart(entry));
  const apart = () => all().filter(isApart);
  const lines = () => (props.isShort === true ? tenLines(entries()) : entries());
  return (
    <>
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
      <Show when={apart().length > 0}>
        <Sheet title="Fallen out and made up">
          <p>In the words of those who said it, in public. The city does not say who is right.</p>
          <Lines entries={apart().slice(-quarrelsMax)} />
        </Sheet>
      </Show>
    </>
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
