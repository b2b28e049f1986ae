/** The lineage of a resident, drawn: each is a link to its page, in the order of the generations. Names are only ever text. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { dayOf } from '../../drawing/city-time.ts';
import { api } from '../lib/api.ts';
import { labelOf } from '../lib/names-read-alike.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { Sheet } from '../parts/sheet.tsx';
import { type Kin, PublicLineage } from './answers.ts';
import { box, layOut, type Placed } from './lineage-layout.ts';

/** Births are seldom. */
const everyMs = 60_000;
/** Characters of a line in a box, and lines; of a longer name the whole is its title. */
const lineCharsMax = 20;
const linesMax = 2;

export function LineageDrawing(props: { readonly id: string; readonly name: string }): JSX.Element {
  const [lineage, setLineage] = createSignal<PublicLineage>();
  // What could not be read now is read the next time.
  partRefresher(everyMs, async () =>
    setLineage(await api.get(`/v1/residents/${encodeURIComponent(props.id)}/lineage`, PublicLineage)),
  );
  const kin = () => lineage()?.kin ?? [];
  return (
    <Show when={kin().length > 1}>
      <Sheet title="Its lineage">
        <Drawing kin={kin()} id={props.id} name={props.name} />
        <Show when={lineage()?.truncated}>
          <p>There are more: follow one of them.</p>
        </Show>
      </Sheet>
    </Show>
  );
}

function Drawing(props: { readonly kin: readonly Kin[]; readonly id: string; readonly name: string }): JSX.Element {
  const layout = () => layOut(props.kin);
  const above = () => props.kin.filter(({ generation }) => generation < 0).length;
  const below = () => props.kin.filter(({ generation }) => generation > 0).length;
  return (
    <div class="lineage-drawing">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it is no fieldset */}
      <svg
        role="group"
        aria-label={`The lineage of ${props.name}: ${above()} before it, ${below()} after it`}
        viewBox={`${-box.rim} ${-box.rim} ${layout().width + 2 * box.rim} ${layout().height + 2 * box.rim}`}
        style={{ width: `${layout().width + 2 * box.rim}px` }}
      >
        <For each={layout().lines}>
          {({ from, to }) => (
            <path
              d={`M${from.x} ${from.y + box.height / 2} C${from.x} ${to.y - box.height / 2 - 8} ${to.x} ${from.y + box.height / 2 + 8} ${to.x} ${to.y - box.height / 2}`}
            />
          )}
        </For>
        <For each={layout().placed}>{(one) => <Box one={one} isSelf={one.kin.id === props.id} />}</For>
      </svg>
    </div>
  );
}

const lifeText = ({ since, until }: Kin): string => {
  const begin = since === null ? '?' : `day ${dayOf(since)}`;
  return until === null ? `since ${begin}` : `${begin} to day ${dayOf(until)}`;
};

/** By its words, where they fit; what does not fit into the last line is cut there. */
function linesOf(name: string): readonly string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/)) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && ([...joined].length <= lineCharsMax || lines.length === linesMax))
      lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines.map((line) => {
    const characters = [...line];
    return characters.length <= lineCharsMax ? line : `${characters.slice(0, lineCharsMax - 1).join('')}…`;
  });
}

function Box(props: { readonly one: Placed; readonly isSelf: boolean }): JSX.Element {
  const kin = () => props.one.kin;
  const label = () => labelOf(kin().id, kin().name);
  const lines = () => linesOf(label());
  // Without the group around it the link would be one of HTML, in which no shape is drawn.
  return (
    <g>
      <a
        href={`/watch/resident/${encodeURIComponent(kin().id)}`}
        aria-label={`${label()}, ${lifeText(kin())}`}
        aria-current={props.isSelf ? 'page' : undefined}
      >
        <title>{label()}</title>
        <rect
          x={props.one.x - box.width / 2}
          y={props.one.y - box.height / 2}
          width={box.width}
          height={box.height}
          rx="6"
        />
        <For each={lines()}>
          {(line, n) => (
            <text x={props.one.x} y={props.one.y + (lines().length === 1 ? -3 : -12 + 15 * n())}>
              {line}
            </text>
          )}
        </For>
        <text x={props.one.x} y={props.one.y + 22} class="life">
          {lifeText(kin())}
        </text>
      </a>
    </g>
  );
}
