/** The form for the operator's token. */
import { createSignal, type JSX } from 'solid-js';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';

interface TokenFormProps {
  /** Why the last token was refused; unset when there was none. */
  readonly error: unknown;
  readonly onToken: (token: string) => void;
}

export function TokenForm(props: TokenFormProps): JSX.Element {
  const [typed, setTyped] = createSignal('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onToken(typed().trim());
  };
  return (
    <Sheet title="Log in as the operator">
      <form class="form" onSubmit={submit}>
        <Field
          label="The operator’s token"
          help={
            <>
              It stands in the file <code>operator.token</code> in the city’s data folder (
              <code>data/operator.token</code> unless its operator chose another), or in the setting{' '}
              <code>ADMIN_TOKEN</code>. This tab keeps it until you log out or close the tab.
            </>
          }
        >
          {(field) => (
            <input
              {...field()}
              type="password"
              autocomplete="off"
              required
              value={typed()}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <Button type="submit" primary>
            Log in
          </Button>
        </p>
        <RefusalNotice error={props.error} isLook />
      </form>
    </Sheet>
  );
}
