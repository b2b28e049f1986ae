/**
 * A chart, drawn: what stands in it is text. States and arrows can be chosen, by a click, or by Tab and then Enter or the space bar. The
 * committed layout decides where everything is; here it only gets counts and light.
 */
import { For, type JSX, Show } from 'solid-js';
import type { ChartNow, DrawnArrow, DrawnChart, DrawnState } from './answers.ts';
import {
  actorsIn,
  type Choice,
  choiceOfArrow,
  choiceOfState,
  headingOf,
  isArrowLit,
  isChosen,
  isStateLit,
  nameOfState,
} from './chart-reading.ts';

interface DrawingProps {
  readonly chart: DrawnChart;
  readonly now: ChartNow | undefined;
  /** Transitions that have just been taken. */
  readonly lit: ReadonlySet<string>;
  /** The path of the state in which the actor is that is looked at. */
  readonly here: string | undefined;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

/** Of a line's height, from its upper edge to the foot of its letters. */
const baseline = 0.8;
/** Pixels around the drawing, for counts that stand on the edge of a box. */
const edge = 12;
/** Pixels of a count's digit, and around it. */
const [digitWidth, countMargin, countHeight] = [7.5, 6, 18];

export function Drawing(props: DrawingProps): JSX.Element {
  const size = () => ({ width: props.chart.width + 2 * edge, height: props.chart.height + 2 * edge });
  const marker = () => `to-${props.chart.chart}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG is no fieldset
    <svg
      class="chart"
      role="group"
      aria-label={`The chart ${props.chart.chart}`}
      width={size().width}
      height={size().height}
      viewBox={`${-edge} ${-edge} ${size().width} ${size().height}`}
    >
      <defs>
        <marker
          id={marker()}
          markerUnits="userSpaceOnUse"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      <For each={props.chart.states}>{(state) => <State {...props} state={state} />}</For>
      <For each={props.chart.beginnings}>{({ x, y }) => <circle class="beginning" cx={x} cy={y} r={4} />}</For>
      <For each={props.chart.arrows}>{(arrow) => <Arrow {...props} arrow={arrow} marker={marker()} />}</For>
      <For each={props.chart.states}>{(state) => <Count {...props} state={state} />}</For>
    </svg>
  );
}

function State(props: DrawingProps & { readonly state: DrawnState }): JSX.Element {
  const { path, type, title, lines, x, y, width, height } = props.state;
  const count = () => actorsIn(props.now?.states ?? {}, path);
  const isHere = () => props.here === path;
  return (
    <Choosable
      kind={`state ${type}`}
      isLit={isStateLit(props.chart, props.state, props.lit)}
      isHere={isHere()}
      name={`The state ${nameOfState(props.chart, path)}, actors: ${count()}${isHere() ? ', the one you look at is here' : ''}`}
      choice={choiceOfState(props.state)}
      chosen={props.choice}
      onChoose={props.onChoose}
    >
      <rect x={x} y={y} width={width} height={height} rx={6} />
      <For each={[title, ...lines]}>
        {(line, n) => (
          <text
            classList={{ title: n() === 0 }}
            x={x + props.chart.margin}
            y={y + props.chart.margin + (n() + baseline) * props.chart.line_height}
          >
            {line}
          </text>
        )}
      </For>
    </Choosable>
  );
}

function Arrow(props: DrawingProps & { readonly arrow: DrawnArrow; readonly marker: string }): JSX.Element {
  const { points, labels, label } = props.arrow;
  const path = points.map((point) => point.join(',')).join(' ');
  const choice = choiceOfArrow(props.arrow);
  return (
    <Choosable
      kind="arrow"
      isLit={isArrowLit(props.arrow, props.lit)}
      name={`${headingOf(props.chart, choice)}: ${labels.join(', ')}`}
      choice={choice}
      chosen={props.choice}
      onChoose={props.onChoose}
    >
      <polyline class="reach" points={path} />
      <polyline points={path} marker-end={`url(#${props.marker})`} />
      <For each={labels}>
        {(text, n) => (
          <text x={label.x} y={label.y + (n() + baseline) * props.chart.line_height}>
            {text}
          </text>
        )}
      </For>
    </Choosable>
  );
}

interface ChoosableProps {
  readonly kind: string;
  readonly isLit: boolean;
  readonly isHere?: boolean;
  readonly name: string;
  readonly choice: Choice;
  readonly chosen: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
  readonly children: JSX.Element;
}

function Choosable(props: ChoosableProps): JSX.Element {
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    props.onChoose(props.choice);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons
    <g
      class={props.kind}
      classList={{ lit: props.isLit, here: props.isHere === true }}
      role="button"
      tabindex="0"
      aria-label={props.name}
      aria-pressed={isChosen(props.chosen, props.choice)}
      onClick={() => props.onChoose(props.choice)}
      onKeyDown={pressed}
    >
      {props.children}
    </g>
  );
}

/** How many actors are in a state, on the corner of its box; nothing where nobody is. */
function Count(props: DrawingProps & { readonly state: DrawnState }): JSX.Element {
  const count = () => actorsIn(props.now?.states ?? {}, props.state.path);
  const width = () => `${count()}`.length * digitWidth + 2 * countMargin;
  const right = () => props.state.x + props.state.width;
  return (
    <Show when={count() > 0}>
      <g class="count">
        <rect x={right() - width()} y={props.state.y - countHeight / 2} width={width()} height={countHeight} rx={9} />
        <text x={right() - width() / 2} y={props.state.y + 4}>
          {count()}
        </text>
      </g>
    </Show>
  );
}
