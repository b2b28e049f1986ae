/** One of several answers, of which one is chosen. */
import type { JSX } from 'solid-js';

interface RadioProps {
  /** The same for all answers of a question. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: JSX.Element;
}

export const Radio = (props: RadioProps): JSX.Element => (
  <label>
    <input type="radio" name={props.name} checked={props.isChosen} onChange={() => props.onChoose()} />
    <span>{props.children}</span>
  </label>
);
