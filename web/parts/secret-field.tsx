/** A field for a password. A new password can be shown, so that a typing mistake locks nobody out. */
import { createSignal, type JSX, Show } from 'solid-js';
import { Field } from './field.tsx';

interface SecretFieldProps {
  readonly label: string;
  readonly kind: 'current-password' | 'new-password';
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly help?: string | undefined;
  readonly wrong: string | undefined;
}

export function SecretField(props: SecretFieldProps): JSX.Element {
  const [isShown, setIsShown] = createSignal(false);
  return (
    <>
      <Field label={props.label} help={props.help} wrong={props.wrong}>
        {(field) => (
          <input
            {...field()}
            name="password"
            type={isShown() ? 'text' : 'password'}
            autocomplete={props.kind}
            autocapitalize="none"
            spellcheck={false}
            required
            value={props.value}
            onInput={(event) => props.onInput(event.currentTarget.value)}
          />
        )}
      </Field>
      <Show when={props.kind === 'new-password'}>
        <label class="check">
          <input type="checkbox" checked={isShown()} onChange={(event) => setIsShown(event.currentTarget.checked)} />
          <span>Show what I type</span>
        </label>
      </Show>
    </>
  );
}
