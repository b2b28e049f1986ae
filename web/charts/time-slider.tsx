/** Where a turn of the past is chosen, after which the charts are looked at. It is opened when the slider is let go. */
import { createSignal, type JSX, Show } from 'solid-js';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { chooseTurn, pastTurn } from './looked-at.ts';

/** `newest`: the turn to which the city has come. */
export function TimeSlider(props: { readonly newest: number }): JSX.Element {
  /** While the slider is held. */
  const [held, setHeld] = createSignal<number>();
  const shown = () => held() ?? pastTurn();
  const choose = (turn: number) => {
    setHeld(undefined);
    chooseTurn(turn);
  };
  return (
    <Sheet title="Time">
      <p class="figure" aria-live="polite">
        {shown() === undefined ? 'Now' : `After turn ${shown()}`}
      </p>
      <Field label="A turn of the past" help={`1 to ${props.newest}. Its counts are shown; nothing is lit there.`}>
        {(field) => (
          <input
            {...field()}
            type="range"
            min="1"
            max={props.newest}
            step="1"
            value={shown() ?? props.newest}
            onInput={(event) => setHeld(event.currentTarget.valueAsNumber)}
            onChange={(event) => choose(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
      <Show when={pastTurn() !== undefined}>
        <p>
          <Button onClick={() => chooseTurn(undefined)}>Back to now</Button>
        </p>
      </Show>
    </Sheet>
  );
}
