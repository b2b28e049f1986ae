/** Public events everywhere, live. */
import { createSignal, type JSX, onCleanup } from 'solid-js';
import { before } from '../lib/bounded-lists.ts';
import type { Feed } from '../lib/feed.ts';
import { type Happening, happeningOf, isShownByArrival, notFromBefore, withGap } from '../lib/happening.ts';
import { rememberNamed } from '../lib/names-read-alike.ts';
import { Lines } from '../parts/lines.tsx';
import { Sheet } from '../parts/sheet.tsx';

const linesMax = 200;

export function Live(props: { readonly feed: Feed }): JSX.Element {
  const [lines, setLines] = createSignal<readonly Happening[]>([]);
  const add = (line: Happening) => setLines((known) => before(known, line, linesMax));
  const heard = props.feed.listen((event) => {
    rememberNamed(event);
    const line = happeningOf(event);
    if (line !== undefined && !isShownByArrival(event)) add(line);
  });
  const gap = props.feed.onGap(() => {
    setLines((known) => withGap(known, props.feed.seq ?? 0, linesMax));
    return undefined;
  });
  onCleanup(heard);
  onCleanup(gap);
  return (
    <Sheet title="What happens">
      <Lines
        lines={lines()}
        saysWhere
        label="What happens in the city, the newest first"
        empty={`Nothing lately. ${notFromBefore} Whatever happens in public appears here by itself.`}
      />
    </Sheet>
  );
}
