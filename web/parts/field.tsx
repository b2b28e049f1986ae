/** One field of a form: what it is for, what helps to fill it, what is wrong with it. */
import { createUniqueId, type JSX, Show } from 'solid-js';

/** What the input has to be given so that the words around it are read with it. */
export interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly help?: JSX.Element;
  /** What is wrong; unset when nothing is. */
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
