/** One field of a form: its label, its help, and its mistake. */
import { createUniqueId, type JSX, Show } from 'solid-js';

/** Attributes that the input needs so that label, help and mistake are read with it. */
export interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly help?: JSX.Element;
  /** The mistake; unset when there is none. */
  readonly wrong?: string | undefined;
  /** Makes the input: `(field) => <input {...field()} />`. */
  readonly children: (field: () => FieldInput) => JSX.Element;
}

export function Field(props: FieldProps): JSX.Element {
  const id = createUniqueId();
  const field = () => ({
    id,
    'aria-describedby': `${id}-help ${id}-wrong`,
    'aria-invalid': props.wrong !== undefined,
  });
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <Show when={props.help}>
        <p class="help" id={`${id}-help`}>
          {props.help}
        </p>
      </Show>
      {props.children(field)}
      <p class="wrong" id={`${id}-wrong`} hidden={props.wrong === undefined}>
        {props.wrong}
      </p>
    </div>
  );
}
