/** One kind of machine as it was after a turn: its charts, and how many were in which state. It does not change: it is asked for once. */
import { createResource, For, type JSX, Show } from 'solid-js';
import { operator } from '../dashboard/operator.ts';
import { RefusalNotice } from '../parts/notice.tsx';
import { DrawnCharts, PastMachines } from './answers.ts';
import { pastChart, pathOfKind } from './chart-reading.ts';
import { ChartSheet } from './machine.tsx';

interface PastMachineProps {
  readonly kind: string;
  readonly turn: number;
}

export function PastMachine(props: PastMachineProps): JSX.Element {
  const [drawn] = createResource(
    () => `${pathOfKind(props.kind)}/drawing`,
    (path) => operator.get(path, DrawnCharts),
  );
  const [then] = createResource(
    () => `/v1/dashboard/turns/${props.turn}/machines`,
    (path) => operator.get(path, PastMachines),
  );
  const both = () => (drawn.error || then.error ? undefined : drawn() && then());
  return (
    <>
      <RefusalNotice error={drawn.error ?? then.error} isLook />
      <Show when={then.loading}>
        <p role="status">The past is opened …</p>
      </Show>
      <Show when={both()}>
        {(past) => (
          <>
            <p role="status">
              As it was after turn {past().turn}, in tick {past().tick}.
            </p>
            <For each={drawn()?.charts}>
              {(chart) => (
                <ChartSheet
                  {...{ kind: props.kind, chart, here: undefined, turn: props.turn }}
                  looks={{ before: undefined, now: pastChart(past(), props.kind) }}
                />
              )}
            </For>
          </>
        )}
      </Show>
    </>
  );
}
