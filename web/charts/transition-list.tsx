/** The transitions of what was chosen in a drawing, with their guards and actions, in the order in which the chart tries them. */
import { For, type JSX, Show } from 'solid-js';
import type { ChartNow, DrawnChart } from './answers.ts';
import { type Choice, headingOf, nameOfState, transitionsOf } from './chart-reading.ts';

interface TransitionListProps {
  readonly chart: DrawnChart;
  readonly now: ChartNow | undefined;
  readonly lit: ReadonlySet<string>;
  readonly choice: Choice;
}

export function TransitionList(props: TransitionListProps): JSX.Element {
  const all = () => transitionsOf(props.chart, props.choice);
  const whither = (targets: readonly string[]) =>
    targets.length === 0 ? 'the state stays' : targets.map((path) => nameOfState(props.chart, path)).join(', ');
  return (
    <section class="transitions" aria-live="polite" aria-atomic="false">
      <h3>{headingOf(props.chart, props.choice)}</h3>
      <Show when={all().length > 0} fallback={<p class="empty">Nothing is heard in this state itself.</p>}>
        <ol>
          <For each={all()}>
            {({ name, event, guard, actions, targets }) => (
              <li classList={{ lit: props.lit.has(name) }}>
                <p>
                  <strong>{event ?? 'without an event'}</strong>
                </p>
                <dl class="facts">
                  <dt>Guard</dt>
                  <dd>{guard ?? 'none'}</dd>
                  <dt>Actions</dt>
                  <dd>{actions.length === 0 ? 'none' : actions.join(', ')}</dd>
                  <dt>Leads to</dt>
                  <dd>{whither(targets)}</dd>
                  <dt>Taken since you look</dt>
                  <dd aria-live="off">{props.now?.taken[name] ?? 0}</dd>
                </dl>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </section>
  );
}
