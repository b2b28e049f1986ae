/** What fails, what waits, and how many actors of each kind are in which state. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Kept } from '../parts/stable-list.tsx';
import { type Health, type Machines, Released } from './answers.ts';
import { type Finding, failing, waiting } from './findings.ts';
import type { Metrics } from './metrics.ts';
import { operator } from './operator.ts';

interface StateProps {
  readonly health: Health;
  readonly machines: Machines | undefined;
  readonly metrics: Metrics | undefined;
  readonly onChange: () => void;
}

export function State(props: StateProps): JSX.Element {
  return (
    <>
      <Sheet title="What fails">
        <Findings findings={failing(props.health)} none="Nothing." onChange={props.onChange} />
      </Sheet>
      <Sheet title="What waits">
        <Findings findings={waiting(props.health, props.machines)} none="Nothing." onChange={props.onChange} />
      </Sheet>
      <Show when={props.machines}>
        {(machines) => (
          <Sheet title="What there is">
            <Kinds machines={machines()} actors={props.health.actors} />
            <Show when={props.metrics}>
              {(metrics) => <Numbers metrics={metrics()} failed={props.health.failed_answers} />}
            </Show>
          </Sheet>
        )}
      </Show>
    </>
  );
}

interface FindingsProps {
  readonly findings: readonly Finding[];
  readonly none: string;
  readonly onChange: () => void;
}

function Findings(props: FindingsProps): JSX.Element {
  const [error, setError] = createSignal<unknown>();
  const release = async (actor: string) => {
    setError(undefined);
    try {
      await operator.post(`/v1/admin/actors/${encodeURIComponent(actor)}/release`, {}, Released);
      props.onChange();
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <>
      <Show when={props.findings.length > 0} fallback={<p class="empty">{props.none}</p>}>
        <ul class="findings">
          <Kept each={props.findings} by={({ actor, what }) => actor ?? what}>
            {(finding) => (
              <li data-level={finding().level}>
                <p>
                  <strong>{finding().what}</strong>
                </p>
                <p>{finding().advice}</p>
                <Show when={finding().actor}>
                  {(id) => <Button onClick={() => void release(id())}>Let {id()} act again</Button>}
                </Show>
              </li>
            )}
          </Kept>
        </ul>
      </Show>
      <RefusalNotice error={error()} />
    </>
  );
}

interface NumbersProps {
  readonly metrics: Metrics;
  readonly failed: Health['failed_answers'];
}

function Numbers(props: NumbersProps): JSX.Element {
  return (
    <dl class="facts">
      <dt>Memory of the process</dt>
      <dd>{Math.round(props.metrics.memoryBytes / 1_000_000)} MB</dd>
      <dt>Open connections of pages and of visitors’ programs</dt>
      <dd>{props.metrics.sockets}</dd>
      <dt>Requests answered with an error of the city since its start</dt>
      <dd>
        {props.failed.city} of residents’ programs (City API), {props.failed.portal} of pages and visitors (Portal)
      </dd>
    </dl>
  );
}

function Kinds(props: { readonly machines: Machines; readonly actors: number }): JSX.Element {
  return (
    <details>
      <summary>{props.actors} actors, by kind and state</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section class="scrolled" aria-label="Actors by kind and state" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">All</th>
              <th scope="col">States</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.machines.items}>
              {({ kind, actors, states }) => (
                <tr>
                  <th scope="row">{kind}</th>
                  <td>{actors}</td>
                  <td>
                    {Object.entries(states)
                      .map(([state, count]) => `${state} ${count}`)
                      .join(', ')}
                  </td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
    </details>
  );
}
