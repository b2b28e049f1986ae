/** The lineage of a resident, drawn: each is a link to its page, in the order of the generations. Names are only ever text. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { api } from '../lib/api.ts';
import { labelOf } from '../lib/names-read-alike.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { Sheet } from '../parts/sheet.tsx';
import { type Kin, PublicLineage } from './answers.ts';
import { box, layOut, type Placed } from './lineage-layout.ts';

/** Births are seldom. */
const everyMs = 60_000;
/** Characters of a name in its box; the whole is its title. */
const nameCharsMax = 16;

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
        viewBox={`0 0 ${layout().width} ${layout().height}`}
        style={{ width: `${layout().width}px` }}
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
  const begin = since === null ? '?' : `tick ${since}`;
  return until === null ? `since ${begin}` : `${begin} to ${until}`;
};

function Box(props: { readonly one: Placed; readonly isSelf: boolean }): JSX.Element {
  const kin = () => props.one.kin;
  const label = () => labelOf(kin().id, kin().name);
  const short = () => {
    const characters = [...label()];
    return characters.length <= nameCharsMax ? label() : `${characters.slice(0, nameCharsMax - 1).join('')}…`;
  };
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
        <text x={props.one.x} y={props.one.y - 3}>
          {short()}
        </text>
        <text x={props.one.x} y={props.one.y + 14} class="life">
          {lifeText(kin())}
        </text>
      </a>
    </g>
  );
}
