/** What happened, the newest first; it can be paused to be read. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import type { Happening } from '../lib/happening.ts';
import { houseOf } from '../lib/words.ts';
import { Button } from './button.tsx';
import { PlaceLink, ResidentLink } from './links.tsx';
import { Time } from './time.tsx';

/** So few do not run away from who reads. */
const linesCalm = 5;
const linesFirst = 20;
const linesMore = 60;

const aloud = { 'aria-live': 'polite', 'aria-relevant': 'additions' } as const;

interface LinesProps {
  readonly lines: readonly Happening[];
  /** Said while there are none. */
  readonly empty: string;
  /** Of what happened at several places: says where. */
  readonly saysWhere?: boolean;
  /** What the list is of. */
  readonly label: string;
  /** New lines are said aloud, one by one, when whoever listens has nothing else to hear. */
  readonly isAloud?: boolean;
}

export function Lines(props: LinesProps): JSX.Element {
  const [held, setHeld] = createSignal<readonly Happening[]>();
  const more = () => {
    const seen = held()?.[0]?.seq ?? 0;
    return props.lines.filter(({ seq }) => seq > seen).length;
  };
  /** So that what stands below is not far away. */
  const [most, setMost] = createSignal(linesFirst);
  const all = () => held() ?? props.lines;
  const hold = () => setHeld(held() === undefined ? props.lines : undefined);
  return (
    <div class="happenings">
      <Show when={props.lines.length > linesCalm || held() !== undefined}>
        <p class="hold">
          <Button onClick={hold}>
            {held() === undefined ? 'Pause' : `Continue${more() === 0 ? '' : `: ${more()} new`}`}
          </Button>
        </p>
      </Show>
      <Show when={all().length > 0} fallback={<p class="empty">{props.empty}</p>}>
        <ol aria-label={props.label} {...(props.isAloud === true ? aloud : {})}>
          <For each={all().slice(0, most())}>{(line) => <Line line={line} saysWhere={props.saysWhere === true} />}</For>
        </ol>
        <Show when={all().length > most()}>
          <p class="older">
            <Button onClick={() => setMost((shown) => shown + linesMore)}>Show older ones</Button>
          </p>
        </Show>
      </Show>
    </div>
  );
}

function Line(props: { readonly line: Happening; readonly saysWhere: boolean }): JSX.Element {
  const { at, kind, who, does, whom, whither, words, where } = props.line;
  return (
    <li class="happening" data-kind={kind}>
      <p class="about">
        <Show when={at !== ''}>
          <Time at={at} />{' '}
        </Show>
        <Show when={who}>{(id) => <ResidentLink id={id()} />}</Show> {does}{' '}
        <Show when={whom}>{(id) => <ResidentLink id={id()} />}</Show>
        <Show when={whither}>{(id) => <Where id={id()} />}</Show>
        <Show when={props.saysWhere && where}>
          {(id) => (
            <span class="where">
              {kind === 'step' && does === 'leaves' ? ' ' : ' at '}
              <Where id={id()} />
            </span>
          )}
        </Show>
      </p>
      <Show when={words !== null}>
        <blockquote>{words}</blockquote>
      </Show>
    </li>
  );
}

/** Into houses strangers do not see: no link leads there. */
const Where = (props: { readonly id: string }): JSX.Element => (
  <Show when={houseOf(props.id)} fallback={<PlaceLink id={props.id} />}>
    {(house) => <>{house()}</>}
  </Show>
);
