/** The turns of an actor out of the journal, also those from before the start of the city; read when they are asked for. */
import { createSignal, type JSX, Show } from 'solid-js';
import { operator } from '../dashboard/operator.ts';
import { paged } from '../dashboard/paged.ts';
import { Turning } from '../dashboard/turning.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Kept } from '../parts/stable-list.tsx';
import { ActorTurns } from './actor-answers.ts';
import { setQuestion } from './looked-at.ts';

export function JournaledTurns(props: { readonly actor: string }): JSX.Element {
  const [isOpen, setOpen] = createSignal(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>All its turns, out of the journal</summary>
      <Show when={isOpen()}>
        <Pages actor={props.actor} />
      </Show>
    </details>
  );
}

const turnsOnPage = 25;

function Pages(props: { readonly actor: string }): JSX.Element {
  const list = paged(
    (cursor, path) => operator.get(`${path}${cursor === undefined ? '' : `&cursor=${cursor}`}`, ActorTurns),
    () => `/v1/dashboard/actors/${encodeURIComponent(props.actor)}/turns?limit=${turnsOnPage}`,
    () => undefined,
  );
  return (
    <>
      <RefusalNotice error={list.error()} isLook />
      <Show when={list.items().length > 0} fallback={<p class="empty">None here.</p>}>
        <ul class="closer">
          <Kept each={list.items()} by={({ turn }) => String(turn)}>
            {(item) => (
              <li>
                <button type="button" class="choice" onClick={() => setQuestion({ type: 'turn', turn: item().turn })}>
                  turn {item().turn}
                </button>
                : {item().event ?? item().command} of {item().caller ?? 'the city'}
                {item().state === null ? '' : `, then ${item().state}`}
              </li>
            )}
          </Kept>
        </ul>
      </Show>
      <Turning list={list} what="turns" />
    </>
  );
}
