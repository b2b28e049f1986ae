/**
 * Events in lines, newest first; the list can be paused for reading. A line remains as it is while others come, so that a selection is kept
 * and a screen reader is not interrupted.
 */
import { createMemo, createSignal, type JSX, Show } from 'solid-js';
import type { Happening } from '../lib/happening.ts';
import { houseOf } from '../lib/shared-words.ts';
import { Button } from './button.tsx';
import { PlaceLink, ResidentLink } from './links.tsx';
import { Kept } from './stable-list.tsx';
import { CityTime } from './time.tsx';

/** With so few lines there is no need to pause. */
const linesCalm = 5;
const linesFirst = 20;
const linesMore = 60;

/** An event has one line, and after it perhaps one for a gap. */
const keyOf = ({ seq, kind }: Happening): string => (kind === 'gap' ? `gap ${seq}` : `${seq}`);

interface LinesProps {
  readonly lines: readonly Happening[];
  /** Shown while there are no lines. */
  readonly empty: string;
  /** For lists of several places: shows where. */
  readonly saysWhere?: boolean;
  /** The accessible name of the list. */
  readonly label: string;
  /** New lines are announced, one by one, when the screen reader is idle. */
  readonly isAloud?: boolean;
}

/** The number of the newest line so far, how many are shown, and whether the last one is new. */
interface Newest {
  readonly seq: number;
  readonly count: number;
  readonly isNew: boolean;
}

export function Lines(props: LinesProps): JSX.Element {
  const [held, setHeld] = createSignal<readonly Happening[]>();
  const more = () => {
    const seen = held()?.[0]?.seq ?? 0;
    return props.lines.filter(({ seq }) => seq > seen).length;
  };
  /** Few at first, so that what comes below is not far away. */
  const [most, setMost] = createSignal(linesFirst);
  const all = () => held() ?? props.lines;
  /** Older lines that are shown in addition are not announced: nothing has happened. */
  const newest = createMemo<Newest>(
    (before) => {
      const [seq, count] = [all()[0]?.seq ?? 0, Math.min(all().length, most())];
      if (seq <= before.seq && count === before.count) return before;
      return { seq: Math.max(seq, before.seq), count, isNew: seq > before.seq };
    },
    { seq: 0, count: 0, isNew: false },
  );
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
        <ol
          aria-label={props.label}
          aria-live={props.isAloud === true && newest().isNew ? 'polite' : 'off'}
          aria-relevant="additions"
        >
          <Kept each={all().slice(0, most())} by={keyOf}>
            {(line) => <Line line={line()} saysWhere={props.saysWhere === true} />}
          </Kept>
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

/** An event does not change: it is read once. Names may become known later. */
function Line(props: { readonly line: Happening; readonly saysWhere: boolean }): JSX.Element {
  const { at, tick, kind, who, does, whom, whither, words, where } = props.line;
  return (
    <li class="happening" data-kind={kind}>
      <p class="about">
        <Show when={at !== ''}>
          <CityTime tick={tick} at={at} />{' '}
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

/** Strangers do not see into houses: there is no link. */
const Where = (props: { readonly id: string }): JSX.Element => (
  <Show when={houseOf(props.id)} fallback={<PlaceLink id={props.id} />}>
    {(house) => <>{house()}</>}
  </Show>
);
