/** One kind of machine: its charts, who is in which state, and what has just been taken. Asked for again while the page is seen. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { operator, ownRefusal } from '../dashboard/operator.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { ActorList } from './actors-in-state.tsx';
import { type ChartNow, type DrawnChart, DrawnCharts, Machine } from './answers.ts';
import { type Choice, pathOfKind, takenBetween } from './chart-reading.ts';
import { Drawing } from './drawing.tsx';
import { TransitionList } from './transition-list.tsx';

/** Shorter than the time for which the city observes a kind after a request. */
const lookEveryMs = 1_500;

/** Two looks, one after the other. */
interface Looks {
  readonly before: Machine | undefined;
  readonly now: Machine | undefined;
}

const nowOf = (machine: Machine | undefined, { chart }: DrawnChart): ChartNow | undefined =>
  machine?.charts.find((one) => one.chart === chart);

/** Where the actor is that is looked at. */
export interface Here {
  readonly chart: string;
  readonly state: string;
}

interface MachineProps {
  readonly kind: string;
  readonly here?: Here | undefined;
}

export function MachineView(props: MachineProps): JSX.Element {
  const [looks, setLooks] = createSignal<Looks>({ before: undefined, now: undefined });
  const [error, setError] = createSignal<unknown>();
  const [drawn, setDrawn] = createSignal<readonly DrawnChart[]>();
  partRefresher(lookEveryMs, async () => {
    try {
      if (drawn() === undefined)
        setDrawn((await operator.get(`${pathOfKind(props.kind)}/drawing`, DrawnCharts)).charts);
      const now = await operator.get(pathOfKind(props.kind), Machine);
      setLooks((last) => ({ before: last.now, now }));
      setError(undefined);
    } catch (thrown) {
      setError(ownRefusal(thrown));
    }
  });
  return (
    <>
      <RefusalNotice error={error()} isLook />
      <Show when={drawn()} fallback={<p role="status">Looking …</p>}>
        {(charts) => (
          <For each={charts()}>
            {(chart) => <ChartSheet kind={props.kind} chart={chart} looks={looks()} here={props.here} />}
          </For>
        )}
      </Show>
    </>
  );
}

interface ChartSheetProps {
  readonly kind: string;
  readonly chart: DrawnChart;
  readonly looks: Looks;
  readonly here: Here | undefined;
  /** The turn after which it is looked at; unset: now. */
  readonly turn?: number;
}

export function ChartSheet(props: ChartSheetProps): JSX.Element {
  const here = () => (props.here?.chart === props.chart.chart ? props.here.state : undefined);
  const [choice, setChoice] = createSignal<Choice>();
  const now = () => nowOf(props.looks.now, props.chart);
  const lit = () => {
    const after = now();
    // What was taken before the page was opened is no news.
    if (after === undefined || props.looks.before === undefined) return new Set<string>();
    return takenBetween(nowOf(props.looks.before, props.chart), after);
  };
  const state = () => {
    const chosen = choice();
    return chosen?.type === 'state' ? chosen : undefined;
  };
  return (
    <Sheet title={`The chart ${props.chart.chart}`}>
      <p>
        {now()?.actors ?? 0} {now()?.actors === 1 ? 'actor' : 'actors'} {props.turn === undefined ? 'now' : 'then'}.
        Choose a state or an arrow to read its guards and actions, a state to see who is in it. What has just been taken
        is lit.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section class="drawing" aria-label={`Drawing of ${props.chart.chart}`} tabIndex={0}>
        <Drawing chart={props.chart} now={now()} lit={lit()} here={here()} choice={choice()} onChoose={setChoice} />
      </section>
      <Show when={choice()}>
        {(chosen) => <TransitionList chart={props.chart} now={now()} lit={lit()} choice={chosen()} />}
      </Show>
      <Show when={state()}>
        {(chosen) => (
          <ActorList
            {...{ kind: props.kind, chart: props.chart.chart, state: chosen().path, turn: props.turn }}
            revision={JSON.stringify(now()?.states)}
          />
        )}
      </Show>
    </Sheet>
  );
}
