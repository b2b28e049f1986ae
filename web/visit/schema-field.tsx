/** A field of a soul, from its schema. */
import { For, type JSX, Match, Switch } from 'solid-js';
import { Field, type FieldInput } from '../parts/field.tsx';
import type { FormField } from './form-of-schema.ts';

interface SchemaFieldProps {
  readonly field: FormField;
  readonly help: string;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly onInput: (value: string) => void;
}

const more: Readonly<Partial<Record<FormField['kind'], string>>> = {
  lines: 'One on each line.',
  json: 'This is written as JSON.',
};

export function SchemaField(props: SchemaFieldProps): JSX.Element {
  const help = () => [props.help, more[props.field.kind], props.field.isNeeded ? '' : 'You may leave it out.'];
  return (
    <Field
      label={props.field.label}
      help={help()
        .filter((one) => one !== undefined && one !== '')
        .join(' ')}
      wrong={props.wrong}
    >
      {(field) => <Input {...props} input={field()} />}
    </Field>
  );
}

function Input(props: SchemaFieldProps & { readonly input: FieldInput }): JSX.Element {
  const type = (event: { readonly currentTarget: { readonly value: string } }) =>
    props.onInput(event.currentTarget.value);
  const choices = () => (props.field.kind === 'choice' ? props.field.choices : undefined);
  return (
    <Switch fallback={<textarea {...props.input} rows={3} value={props.value} onInput={type} />}>
      <Match when={props.field.kind === 'line' || props.field.kind === 'number'}>
        <input
          {...props.input}
          inputMode={props.field.kind === 'number' ? 'decimal' : 'text'}
          autocomplete="off"
          value={props.value}
          onInput={type}
        />
      </Match>
      <Match when={choices()}>
        {(all) => (
          <select {...props.input} value={props.value} onChange={type}>
            <option value="">Choose …</option>
            <For each={all()}>{(choice) => <option value={choice}>{choice}</option>}</For>
          </select>
        )}
      </Match>
      <Match when={props.field.kind === 'yes or no'}>
        <input
          {...props.input}
          type="checkbox"
          checked={props.value === 'yes'}
          onChange={(event) => props.onInput(event.currentTarget.checked ? 'yes' : '')}
        />
      </Match>
    </Switch>
  );
}
