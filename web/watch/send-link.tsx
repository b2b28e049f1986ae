/** The address of this page, to be sent to somebody. */
import { createSignal, createUniqueId, type JSX, Show } from 'solid-js';
import { copied } from '../lib/clipboard.ts';
import { Button } from '../parts/button.tsx';
import { Sheet } from '../parts/sheet.tsx';

export function SendLink(props: { readonly title: string }): JSX.Element {
  const id = createUniqueId();
  const [said, setSaid] = createSignal('');
  let input: HTMLInputElement | undefined;
  const url = window.location.origin + window.location.pathname;
  const copy = async () => {
    setSaid(await copied(url, () => input?.select()));
  };
  const share = async () => {
    try {
      await navigator.share({ title: props.title, url });
    } catch {
      // Cancelling is not an error.
    }
  };
  return (
    <Sheet title="Send this page">
      <div class="field">
        <label for={id}>Its link</label>
        <input id={id} ref={input} type="url" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </div>
      <p class="buttons">
        <Button onClick={() => void copy()}>Copy the link</Button>
        <Show when={'share' in navigator}>
          <Button onClick={() => void share()}>Share …</Button>
        </Show>
      </p>
      <p role="status">{said()}</p>
    </Sheet>
  );
}
