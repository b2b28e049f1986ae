/** One soul of the visitor, whatever its state: it waits, its resident lives, or its resident has died. */
import { For, type JSX, Match, Show, Switch } from 'solid-js';
import type { EndedSoul, Soul } from './answers.ts';
import { controlOf } from './control-words.ts';
import { typedOf } from './form-of-schema.ts';
import { PartHeading } from './heading.tsx';
import { LifeParts } from './life-parts.tsx';
import { More } from './more.tsx';
import { PartLink } from './part-link.tsx';
import { standing } from './soul-words.ts';
import type { Visit } from './visit.ts';
import { Waiting } from './waiting-soul.tsx';

export function SoulPart(props: { readonly visit: Visit; readonly id: string }): JSX.Element {
  const soul = (): Soul | undefined => props.visit.known.souls.find(({ id }) => id === props.id);
  const ended = (): EndedSoul | undefined => props.visit.known.ended.find(({ id }) => id === props.id);
  const any = () => soul() ?? ended();
  const waiting = () => {
    const now = soul();
    return now?.status === 'queued' || now?.status === 'adopted' ? now : undefined;
  };
  const control = () => {
    const now = soul();
    return now && controlOf(now);
  };
  const resident = () => soul()?.resident ?? ended()?.resident;
  /** The soul of a dead resident may have left the other list: then it is in the answer about the resident's life. */
  const written = () => soul()?.soul ?? props.visit.known.lives[resident() ?? '']?.written;
  return (
    <Switch fallback={<p role="status">Looking …</p>}>
      <Match when={any()}>
        {(now) => (
          <>
            <PartHeading>
              {now().name} <span class="standing">{standing(now())}</span>
            </PartHeading>
            <p class="control" aria-live="polite">
              {control()}
            </p>
            <Show when={waiting()}>{(waits) => <Waiting visit={props.visit} soul={waits()} />}</Show>
            <Show when={resident()} keyed>
              {(id) => <LifeParts visit={props.visit} resident={id} soul={soul()} />}
            </Show>
            <Show when={written()}>{(texts) => <Written texts={texts()} isOpen={soul() === undefined} />}</Show>
          </>
        )}
      </Match>
      <Match when={props.visit.known.isComplete && props.visit.known.endedBefore !== null}>
        <PartHeading>This soul is not among those looked at</PartHeading>
        <p>It may be one of yours that died before them.</p>
        <More hasMore look={() => props.visit.fetchEarlierDead()} label="Look among those who died before" />
      </Match>
      <Match when={props.visit.known.isComplete}>
        <PartHeading>This is none of your souls</PartHeading>
        <p>It may have been taken back, or be somebody else’s.</p>
        <PartLink to={{ part: 'souls' }}>See your souls</PartLink>
      </Match>
    </Switch>
  );
}

interface WrittenProps {
  readonly texts: Readonly<Record<string, unknown>>;
  readonly isOpen: boolean;
}

function Written(props: WrittenProps): JSX.Element {
  return (
    <details class="written" open={props.isOpen}>
      <summary>What you wrote</summary>
      <dl>
        <For each={Object.entries(props.texts)}>
          {([name, value]) => (
            <>
              <dt>{name.replaceAll('_', ' ')}</dt>
              <dd>{typedOf(value) || 'no'}</dd>
            </>
          )}
        </For>
      </dl>
    </details>
  );
}
