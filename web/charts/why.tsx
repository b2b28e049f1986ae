/** Why something happened: its turn, then the turn that led to it, and so on. Asked for once: what has happened does not change. */
import { createResource, For, type JSX, Show } from 'solid-js';
import { operator } from '../dashboard/operator.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type TracedMessage, type TracedTurn, Why } from './actor-answers.ts';
import {
  becauseText,
  commandText,
  endText,
  originText,
  pathOfQuestion,
  type Question,
  titleOfQuestion,
} from './closer-look.ts';
import { chooseActor, setQuestion } from './looked-at.ts';

export function WhyView(props: { readonly question: Question }): JSX.Element {
  const [why] = createResource(
    () => pathOfQuestion(props.question),
    (path) => operator.get(path, Why),
  );
  return (
    <Sheet title={titleOfQuestion(props.question)}>
      <p>
        <Button onClick={() => setQuestion(undefined)}>Close</Button>
      </p>
      <RefusalNotice error={why.error} isLook />
      <Show when={why.loading}>
        <p role="status">The past is opened …</p>
      </Show>
      <Show when={why.error === undefined && why()}>
        {(told) => (
          <>
            <For each={told().turns}>{(turn, n) => <Turn turn={turn} isCause={n() > 0} />}</For>
            <p>{endText(told().end)}</p>
          </>
        )}
      </Show>
    </Sheet>
  );
}

function Turn(props: { readonly turn: TracedTurn; readonly isCause: boolean }): JSX.Element {
  return (
    <section class="transitions">
      <Show when={props.isCause}>
        <p>{becauseText(props.turn.said)}</p>
      </Show>
      <h3>
        Turn {props.turn.turn}, tick {props.turn.tick}
      </h3>
      <p>{commandText(props.turn.command)}</p>
      <ol>
        <For each={props.turn.messages}>{(message) => <Message message={message} />}</For>
      </ol>
    </section>
  );
}

function Message(props: { readonly message: TracedMessage }): JSX.Element {
  const { number, to, event, origin, state_before: before, state, transitions, postings, events } = props.message;
  return (
    <li classList={{ lit: props.message.led_here }}>
      <p>
        {number}.{' '}
        <button type="button" class="choice" onClick={() => chooseActor(to)}>
          {to}
        </button>{' '}
        hears <strong>{event.type}</strong> ({originText(origin)}){props.message.led_here ? ', which led to it' : ''}
      </p>
      <ul>
        <For each={transitions}>
          {(step) => (
            <li>
              {step.from || before}: {step.event || 'always'}
              {step.guard === null ? '' : ` [${step.guard}]`}, {step.to === null ? 'the state stays' : `to ${step.to}`}
            </li>
          )}
        </For>
        <Show when={before !== state}>
          <li>
            from {before} to {state}
          </li>
        </Show>
        <For each={postings}>
          {({ from, to: payee, amount, reason }) => (
            <li>
              {from} pays {payee} {amount} credits, {reason}
            </li>
          )}
        </For>
        <Show when={events.length > 0}>
          <li>publishes event {events.join(', ')}</li>
        </Show>
      </ul>
    </li>
  );
}
