/** A form of one text that a visitor sends to the city: a question, a note, a wish. */
import { createSignal, type JSX, Show } from 'solid-js';
import { sending } from '../lib/sending.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Notice, RefusalNotice } from './notice.tsx';

interface WordsFormProps {
  readonly label: string;
  readonly help: JSX.Element;
  readonly charsMax: number;
  /** On the button. */
  readonly action: string;
  /** Once it is done. */
  readonly done: string;
  readonly send: (text: string, key: string) => Promise<unknown>;
}

export function WordsForm(props: WordsFormProps): JSX.Element {
  const [text, setText] = createSignal('');
  const form = sending(
    () => ({ text: text() }),
    async (said, key) => {
      await props.send(said.text, key);
      setText('');
    },
  );
  return (
    <form class="form" onSubmit={form.send}>
      <Field label={props.label} help={props.help}>
        {(field) => (
          <textarea
            {...field()}
            required
            maxlength={props.charsMax}
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <p>
        <Button type="submit" disabled={text().trim() === ''} busy={form.isBusy() ? 'Sending …' : undefined}>
          {props.action}
        </Button>
      </p>
      <RefusalNotice error={form.error()} />
      <Show when={form.isDone()}>
        <Notice kind="good">{props.done}</Notice>
      </Show>
    </form>
  );
}
