/** How near a life came to its goals: of each the words, and what the chronicle tells of it. Shown where the soul may be read. */
import { createEffect, createSignal, For, type JSX, on, Show } from 'solid-js';
import { api } from '../lib/api.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { Sentence } from '../parts/sentence.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Goals } from './answers.ts';
import { nearnessText, subjectText, titleOf } from './goal-words.ts';

/** What a life comes near to happens seldom. */
const everyMs = 60_000;

type Goal = Goals['items'][number];
type Reason = Goal['reasons'][number];

interface GoalsProps {
  readonly id: string;
  /** The visitor of this page wrote the soul: its goals are shown, and not only what is open of it. */
  readonly isOwn: boolean;
  readonly isDead: boolean;
}

export function GoalsPart(props: GoalsProps): JSX.Element {
  const [goals, setGoals] = createSignal<Goals>();
  // What could not be read now is read the next time.
  const refresher = partRefresher(everyMs, async () => {
    const path = `${props.isOwn ? '/v1/visitors' : '/v1'}/residents/${encodeURIComponent(props.id)}/goals`;
    setGoals(await api.get(path, Goals));
  });
  createEffect(
    on(
      () => props.isOwn,
      () => refresher.ask(),
      { defer: true },
    ),
  );
  return (
    <Show when={(goals()?.items.length ?? 0) > 0}>
      <Sheet title={titleOf(goals()?.of ?? null)}>
        <ul class="goals">
          <For each={goals()?.items}>{(goal) => <One goal={goal} isDead={props.isDead} />}</For>
        </ul>
        <Show when={goals()?.of === 'goals'}>
          <p>Only you, who wrote its soul, see its goals. What happened is told to everybody.</p>
        </Show>
      </Sheet>
    </Show>
  );
}

const One = (props: { readonly goal: Goal; readonly isDead: boolean }): JSX.Element => (
  <li class={props.goal.nearness}>
    <q>{props.goal.words}</q> <strong>{nearnessText(props.goal.nearness, props.isDead)}</strong>
    <ul>
      <For each={props.goal.reasons}>{(reason) => <Why reason={reason} isDead={props.isDead} />}</For>
    </ul>
  </li>
);

const Why = (props: { readonly reason: Reason; readonly isDead: boolean }): JSX.Element => (
  <li>
    {subjectText(props.reason.subject)}:{' '}
    <Show when={props.reason.entry} fallback={nearnessText('nothing', props.isDead)}>
      {(entry) => (
        <>
          <Show when={props.reason.times > 1}>{props.reason.times} times, the last one: </Show>
          <Sentence parts={entry().parts} /> <a href={`/chronicle/${entry().day}#e${entry().seq}`}>Day {entry().day}</a>
        </>
      )}
    </Show>
  </li>
);
