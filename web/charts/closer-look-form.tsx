/** Where an actor, an event or a turn is named that is to be looked at closer. */
import { createSignal, type JSX } from 'solid-js';
import { operatorToken } from '../dashboard/token.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { closerLookOf } from './closer-look.ts';
import { actor, chooseActor, setQuestion } from './looked-at.ts';

const mistake = 'Name an actor (resident:vera-7), the seq of an event (20) or a turn (turn:9).';
const strangersMistake = 'Name an actor (resident:vera-7). Why something happened is told to the operator.';

export function CloserLookForm(): JSX.Element {
  const [typed, setTyped] = createSignal(actor() ?? '');
  const [wrong, setWrong] = createSignal<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const look = closerLookOf(typed().trim());
    const isStranger = operatorToken() === undefined;
    setWrong(undefined);
    if (look?.type === 'actor') chooseActor(look.id);
    else if (look === undefined || isStranger) setWrong(isStranger ? strangersMistake : mistake);
    else setQuestion(look);
  };
  return (
    <Sheet title="A closer look">
      <form class="form" onSubmit={submit}>
        <Field label="An actor, an event or a turn" help="For example resident:vera-7, 20 or turn:9." wrong={wrong()}>
          {(field) => (
            <input
              {...field()}
              type="text"
              autocomplete="off"
              required
              value={typed()}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <Button type="submit">Look</Button>
        </p>
      </form>
    </Sheet>
  );
}
