/** A text to be used elsewhere, with a button that copies it and says whether it did. */
import { createSignal, type JSX, onMount } from 'solid-js';
import { copied } from '../lib/clipboard.ts';
import { Button } from '../parts/button.tsx';

const rowsMax = 24;

interface CopyTextProps {
  readonly label: string;
  /** What it is, as it follows "Copy". */
  readonly what: string;
  readonly text: string;
  /** True for lines that must not be broken: they scroll. */
  readonly isCode?: boolean;
  /** True for one that has just appeared on request: it gets the focus. */
  readonly focus?: boolean;
}

export function CopyText(props: CopyTextProps): JSX.Element {
  let shown: HTMLTextAreaElement | undefined;
  const [said, setSaid] = createSignal('');
  onMount(() => {
    if (props.focus === true) shown?.focus();
  });
  const copy = async (): Promise<void> => {
    const said = await copied(props.text, () => {
      shown?.focus();
      shown?.select();
    });
    setSaid(said);
  };
  return (
    <div class="copy">
      <textarea
        ref={shown}
        readOnly
        spellcheck={false}
        wrap={props.isCode === true ? 'off' : 'soft'}
        aria-label={props.label}
        rows={Math.min(rowsMax, props.text.split('\n').length)}
        value={props.text}
      />
      <div class="row">
        <Button onClick={() => void copy()}>Copy {props.what}</Button>
        <span role="status">{said()}</span>
      </div>
    </div>
  );
}
