/** Who is in the state that was chosen in a drawing, or was, a page at a time; each leads to what is known of it now. */
import { type JSX, Show } from 'solid-js';
import { operator } from '../dashboard/operator.ts';
import { paged } from '../dashboard/paged.ts';
import { operatorToken } from '../dashboard/token.ts';
import { Turning } from '../dashboard/turning.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { ActorsInState } from './answers.ts';
import { pathOfActors } from './chart-reading.ts';
import { chooseActor } from './looked-at.ts';

const untold = 'Nobody of whom strangers are told. A state around this one may say who is there.';

interface ActorsProps {
  readonly kind: string;
  readonly chart: string;
  /** The path of the state. */
  readonly state: string;
  /** The turn after which it was so; unset: now. */
  readonly turn?: number | undefined;
  /** Changes when somebody has come or gone. */
  readonly revision: unknown;
}

export function ActorList(props: ActorsProps): JSX.Element {
  const list = paged(
    (cursor, path) => operator.get(`${path}${cursor === undefined ? '' : `&cursor=${cursor}`}`, ActorsInState),
    () => pathOfActors(props),
    () => props.revision,
  );
  return (
    <section class="actors" aria-label="Actors in this state">
      <h3>{props.turn === undefined ? 'Who is in it' : 'Who was in it'}</h3>
      <RefusalNotice error={list.error()} isLook />
      <Show when={list.items().length > 0} fallback={<p class="empty">{operatorToken() ? 'Nobody.' : untold}</p>}>
        <ul>
          <Kept each={list.items()} by={byId}>
            {(actor) => (
              <li>
                <button type="button" class="choice" onClick={() => chooseActor(actor().id)}>
                  {actor().id}
                </button>
                <Show when={actor().state !== props.state}> {actor().state}</Show>
                <Show when={actor().quarantined}>, in quarantine</Show>
              </li>
            )}
          </Kept>
        </ul>
      </Show>
      <Turning list={list} what="actors" />
    </section>
  );
}
