/** The operator's control of the clock: pause, resume, step, speed. */
import { createSignal, For, type JSX, Show } from 'solid-js';
import { Keys } from '../lib/idempotency-keys.ts';
import { mayTick, speeds, ticksMax } from '../lib/limits.ts';
import { AboutTicks } from '../parts/about-ticks.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type Health, Paused, Speed, Ticked } from './answers.ts';
import { operator } from './operator.ts';

interface ClockProps {
  readonly health: Health;
  /** Called after the clock was changed. */
  readonly onChange: () => void;
}

export function Clock(props: ClockProps): JSX.Element {
  const keys = new Keys();
  const [error, setError] = createSignal<unknown>();
  const [busy, setBusy] = createSignal<'tick' | 'pause' | 'speed'>();
  const [said, setSaid] = createSignal('');
  const act = async (what: 'tick' | 'pause' | 'speed', through: () => Promise<string>) => {
    setBusy(what);
    setError(undefined);
    setSaid('');
    try {
      setSaid(await through());
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(undefined);
      props.onChange();
    }
  };
  const pause = () =>
    act('pause', async () => {
      const { paused } = await operator.post(`/v1/admin/${props.health.paused ? 'resume' : 'pause'}`, {}, Paused);
      return paused ? 'The clock is paused. Residents go on acting.' : 'The clock goes on by itself.';
    });
  const tick = (count: number) =>
    act('tick', async () => {
      const ticked = await operator.post('/v1/admin/tick', { count }, Ticked, { key: keys.of({ count }) });
      keys.done();
      return `It is tick ${ticked.tick}.`;
    });
  const setSpeed = (wanted: number) =>
    act('speed', async () => {
      const { speed } = await operator.post('/v1/admin/speed', { speed: wanted }, Speed);
      return `Ticks come ${paceOf(speed)}.`;
    });
  return (
    <Sheet title="The clock">
      <p class="figure">
        Tick {props.health.tick} <small>{stateOf(props.health)}</small>
      </p>
      <AboutTicks />
      <Show when={!props.health.manual_ticks}>
        <p>
          <Button onClick={() => void pause()} busy={busy() === 'pause' ? 'One moment …' : undefined}>
            {props.health.paused ? 'Continue' : 'Pause the clock'}
          </Button>
        </p>
        <SpeedChoice speed={props.health.speed} isBusy={busy() === 'speed'} onSpeed={(speed) => void setSpeed(speed)} />
      </Show>
      <Move health={props.health} isBusy={busy() === 'tick'} onTick={(count) => void tick(count)} />
      <RefusalNotice error={error()} />
      <Show when={said() !== ''}>
        <Notice kind="good">{said()}</Notice>
      </Show>
    </Sheet>
  );
}

interface SpeedProps {
  readonly speed: number;
  readonly isBusy: boolean;
  readonly onSpeed: (speed: number) => void;
}

/** Chosen, then set: going through a list by its keys changes nothing yet. */
function SpeedChoice(props: SpeedProps): JSX.Element {
  const [chosen, setChosen] = createSignal<number>();
  const listed = () => [...new Set([...speeds, props.speed])].sort((one, other) => one - other);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onSpeed(chosen() ?? props.speed);
  };
  return (
    <form class="form" onSubmit={submit}>
      <Field label="Speed" help="Times the pace of the timetable. What residents are told of times stays.">
        {(field) => (
          <select {...field()} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            <For each={listed()}>
              {(speed) => (
                <option value={speed} selected={speed === (chosen() ?? props.speed)}>
                  {speed === 1 ? '1 (the timetable)' : speed}
                </option>
              )}
            </For>
          </select>
        )}
      </Field>
      <p>
        <Button type="submit" busy={props.isBusy ? 'One moment …' : undefined}>
          Set the speed
        </Button>
      </p>
    </form>
  );
}

interface MoveProps {
  readonly health: Health;
  readonly isBusy: boolean;
  readonly onTick: (count: number) => void;
}

function Move(props: MoveProps): JSX.Element {
  const [count, setCount] = createSignal('1');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onTick(Number(count()));
  };
  return (
    <form class="form" onSubmit={submit}>
      <Field
        label="Advance by ticks"
        help={mayTick(props.health) ? `1 to ${ticksMax} at once.` : 'Pause the clock first: now it advances by itself.'}
      >
        {(field) => (
          <input
            {...field()}
            type="number"
            inputmode="numeric"
            required
            min="1"
            max={ticksMax}
            step="1"
            value={count()}
            onInput={(event) => setCount(event.currentTarget.value)}
          />
        )}
      </Field>
      <p>
        <Button type="submit" primary disabled={!mayTick(props.health)} busy={props.isBusy ? 'Advancing …' : undefined}>
          Advance
        </Button>
      </p>
    </form>
  );
}

const paceOf = (speed: number): string =>
  speed === 1 ? 'as the timetable says' : `${speed} times as fast as the timetable says`;

function stateOf({ manual_ticks, paused, speed }: Health): string {
  if (manual_ticks) return 'It advances only here, by hand.';
  if (paused) return 'It is paused.';
  return speed === 1 ? 'It advances by itself.' : `It advances by itself, ${paceOf(speed)}.`;
}
