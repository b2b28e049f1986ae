/** All souls of a visitor: those that wait, those born, and those that have died. */
import { type JSX, Show } from 'solid-js';
import { causeOf } from '../lib/shared-words.ts';
import { Sheet } from '../parts/sheet.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import type { EndedSoul, Soul } from './answers.ts';
import { PartHeading } from './heading.tsx';
import { More } from './more.tsx';
import { PartLink } from './part-link.tsx';
import { standing } from './soul-words.ts';
import type { Visit } from './visit.ts';

export function SoulsPart(props: { readonly visit: Visit }): JSX.Element {
  const isOf = (...statuses: readonly Soul['status'][]) =>
    props.visit.known.souls.filter(({ status }) => statuses.includes(status));
  const ended = () => props.visit.known.ended;
  const isEmpty = () => props.visit.known.souls.length + ended().length === 0;
  return (
    <>
      <PartHeading>Your souls</PartHeading>
      <Show when={props.visit.known.isComplete} fallback={<p role="status">Looking …</p>}>
        <Show when={isEmpty()}>
          <p class="lead">
            You have written none yet. Whoever you write may be born into the city, and you follow its life from here.
          </p>
          <PartLink class="button primary" to={{ part: 'write' }}>
            Write your first soul
          </PartLink>
        </Show>
        <Souls title="Alive" souls={isOf('born')} />
        <Souls title="Not born yet" souls={isOf('queued', 'adopted')} />
        <Show when={!props.visit.known.areSoulsWhole}>
          <p>You have more souls than this page shows: these are the first that you wrote.</p>
        </Show>
        <Souls title="Dead" souls={ended()} />
        <More
          hasMore={props.visit.known.endedBefore !== null}
          look={() => props.visit.fetchEarlierDead()}
          label="Show those who died before"
        />
      </Show>
    </>
  );
}

const ended = (soul: Soul | EndedSoul): string | undefined =>
  'death_cause' in soul ? `died ${causeOf(soul.death_cause)}` : undefined;

function Souls(props: { readonly title: string; readonly souls: readonly (Soul | EndedSoul)[] }): JSX.Element {
  return (
    <Show when={props.souls.length > 0}>
      <Sheet title={props.title}>
        <ul class="souls">
          <Kept each={props.souls} by={byId}>
            {(soul) => (
              <li>
                <PartLink to={{ part: 'soul', id: soul().id }}>{soul().name}</PartLink>
                <span>{ended(soul()) ?? standing(soul())}</span>
              </li>
            )}
          </Kept>
        </ul>
      </Sheet>
    </Show>
  );
}
