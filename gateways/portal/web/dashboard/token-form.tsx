/** Where the operator's token is typed in. */
import { createSignal, type JSX } from 'solid-js';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';

interface TokenFormProps {
  /** Why the one before was not taken; unset when there was none. */
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
    <Sheet title="Whose city is it?">
      <form class="form" onSubmit={submit}>
        <Field
          label="The operator’s token"
          help={
            <>
              It lies in <code>operator.token</code> of the city’s data folder (<code>data/operator.token</code> unless
              its operator chose another), or is what <code>ADMIN_TOKEN</code> says. This tab keeps it until you forget
              it or close the tab.
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
            Look after the city
          </Button>
        </p>
        <RefusalNotice error={props.error} isLook />
      </form>
    </Sheet>
  );
}
