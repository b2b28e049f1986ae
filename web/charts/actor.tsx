/** One actor: its state in the chart, what it keeps, what it would take and what stands in the way, what happened to it last. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { operator, ownRefusal } from '../dashboard/operator.ts';
import { operatorToken } from '../dashboard/token.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Actor } from './actor-answers.ts';
import { hindrancesOf, takenWords } from './closer-look.ts';
import { JournaledTurns } from './journaled-turns.tsx';
import { chooseKind, kind, setQuestion } from './looked-at.ts';
import { MachineView } from './machine.tsx';

const lookEveryMs = 3_000;

export function ActorView(props: { readonly id: string }): JSX.Element {
  const [actor, setActor] = createSignal<Actor>();
  const [error, setError] = createSignal<unknown>();
  partRefresher(lookEveryMs, async () => {
    try {
      setActor(await operator.get(`/v1/dashboard/actors/${encodeURIComponent(props.id)}`, Actor));
      setError(undefined);
    } catch (thrown) {
      setError(ownRefusal(thrown));
    }
  });
  const here = () => {
    const found = actor();
    return found?.is_there ? { chart: found.chart, state: found.state } : undefined;
  };
  return (
    <>
      <RefusalNotice error={error()} isLook />
      <Show when={actor() === undefined && error() !== undefined}>
        <CloseActor />
        <MachineView kind={kind()} />
      </Show>
      <Show when={actor()}>{(found) => <Life actor={found()} />}</Show>
      <Show when={actor()?.kind} keyed>
        {(kind) => <MachineView kind={kind} here={here()} />}
      </Show>
    </>
  );
}

/** Back to the chart of the kind alone. */
const CloseActor = (): JSX.Element => (
  <p>
    <Button onClick={() => chooseKind(kind())}>Back to the chart</Button>
  </p>
);

function Life(props: { readonly actor: Actor }): JSX.Element {
  return (
    <Sheet title={props.actor.id}>
      <CloseActor />
      <dl class="facts">
        <dt>State</dt>
        <dd>
          {props.actor.is_there ? props.actor.state : `${props.actor.state}, and it has left the city`}
          {props.actor.quarantined ? ', in quarantine: it hears nothing' : ''}
        </dd>
        <Show when={props.actor.turn !== null}>
          <dt>Changed last</dt>
          <dd>in turn {props.actor.turn}</dd>
        </Show>
        <dt>Wake-ups</dt>
        <dd>{props.actor.wakes.map(({ event, tick }) => `${event} at tick ${tick}`).join(', ') || 'none'}</dd>
      </dl>
      <details>
        <summary>What it keeps</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
        <pre class="context" tabIndex={0}>
          {JSON.stringify(props.actor.context, null, 2)}
        </pre>
      </details>
      <Show when={operatorToken()} fallback={<p>What it would take and what it did last is told to the operator.</p>}>
        <PossibleEvents actor={props.actor} />
        <Refusals actor={props.actor} />
        <Turns actor={props.actor} />
        <JournaledTurns actor={props.actor.id} />
      </Show>
    </Sheet>
  );
}

/** Commands first. */
const inOrder = ({ events }: Actor) => events.toSorted((a, b) => Number(b.is_command) - Number(a.is_command));

function PossibleEvents(props: { readonly actor: Actor }): JSX.Element {
  return (
    <details open>
      <summary>What it would take now</summary>
      <ul class="closer">
        <For each={inOrder(props.actor)}>
          {(event) => (
            <li data-taken={event.taken}>
              <strong>{event.type}</strong> {takenWords[event.taken]}
              <Show when={hindrancesOf(event)}>{(guards) => <>: {guards()}</>}</Show>
            </li>
          )}
        </For>
      </ul>
    </details>
  );
}

function Refusals(props: { readonly actor: Actor }): JSX.Element {
  return (
    <details>
      <summary>Refused last ({props.actor.refusals.length})</summary>
      <ul class="closer">
        <For each={props.actor.refusals}>
          {({ event, command, caller, to, code, request, times }) => (
            <li>
              <strong>{code}</strong>: {event ?? request ?? command} of {caller ?? 'the city'}
              {request === null ? ` to ${to ?? 'the city'}` : ` at the door${times === 1 ? '' : `, ${times} times`}`}
            </li>
          )}
        </For>
      </ul>
    </details>
  );
}

function Turns(props: { readonly actor: Actor }): JSX.Element {
  return (
    <details>
      <summary>Its last turns ({props.actor.turns.length})</summary>
      <ul class="closer">
        <For each={props.actor.turns}>
          {({ turn, event, command, caller, state }) => (
            <li>
              <button type="button" class="choice" onClick={() => setQuestion({ type: 'turn', turn })}>
                turn {turn}
              </button>
              : {event ?? command} of {caller ?? 'the city'}
              {state === null ? '' : `, then ${state}`}
            </li>
          )}
        </For>
      </ul>
    </details>
  );
}
