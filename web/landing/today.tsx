/** The city's day so far, as its chronicle tells it; who owns most of its places, and why places close. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import * as z from 'zod/mini';
import type * as chronicle from '../../gateways/answers/chronicle.ts';
import { api } from '../lib/api.ts';
import { partOf } from '../lib/part-of.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { ResidentLink } from '../parts/links.tsx';
import { Parts, Sentence } from '../parts/sentence.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Owning } from './city-model.ts';

const everyMs = 20_000;
/** The chronicle has the others. */
const linesMax = 6;
const ownersMax = 5;

const News = partOf<typeof chronicle.DayNews>()(
  z.object({ day: z.int(), lead: z.string(), lines: z.array(z.object({ parts: Parts })) }),
);
type News = z.infer<typeof News>;

export function Today(props: { readonly owners: readonly Owning[] }): JSX.Element {
  const [news, setNews] = createSignal<News>();
  // What could not be read now is read the next time.
  partRefresher(everyMs, async () => setNews(await api.get('/v1/news', News)));
  return (
    <div class="today">
      <Show when={news()}>
        {(now) => (
          <Sheet title={`Day ${now().day} so far`}>
            <p>{now().lead}</p>
            <ul class="today-news">
              <For each={now().lines.slice(0, linesMax)}>
                {(line) => (
                  <li>
                    <Sentence parts={line.parts} />
                  </li>
                )}
              </For>
            </ul>
            <p>
              <a href="/chronicle">The whole day, and those before it</a>
            </p>
          </Sheet>
        )}
      </Show>
      <Sheet title="Who owns most places">
        <ol class="today-news">
          <For each={props.owners.slice(0, ownersMax)} fallback={<li>Nobody owns a public place yet.</li>}>
            {({ owner, places }) => (
              <li>
                <ResidentLink id={owner} />: {places} {places === 1 ? 'place' : 'places'}
              </li>
            )}
          </For>
        </ol>
        <h3>Why places close</h3>
        <p>
          Each place lives on its funds: what guests pay there, and what anybody puts in. It pays for every hour out of
          them. When they have run out, it closes for good.
        </p>
      </Sheet>
    </div>
  );
}
