/** A button that shows when it works, and cannot be pressed twice meanwhile. */
import type { JSX } from 'solid-js';

interface ButtonProps {
  /** `submit` sends the form around it. */
  readonly type?: 'button' | 'submit';
  /** The main action of this page. */
  readonly primary?: boolean;
  readonly disabled?: boolean;
  /** Its text while it works; unset while it does not. */
  readonly busy?: string | undefined;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children: JSX.Element;
}

export function Button(props: ButtonProps): JSX.Element {
  return (
    <button
      type={props.type ?? 'button'}
      classList={{ button: true, primary: props.primary === true }}
      disabled={props.disabled === true || props.busy !== undefined}
      onClick={(event) => props.onClick?.(event)}
    >
      {props.busy ?? props.children}
    </button>
  );
}
