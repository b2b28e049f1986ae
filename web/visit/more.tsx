/** A button that fetches older items of a list. */
import { createSignal, type JSX, Show } from 'solid-js';
import { Button } from '../parts/button.tsx';

interface MoreProps {
  /** False at the end of the list. */
  readonly hasMore: boolean;
  readonly look: () => Promise<void>;
  readonly label: string;
}

export function More(props: MoreProps): JSX.Element {
  const [busy, setBusy] = createSignal<string>();
  const look = async (): Promise<void> => {
    setBusy('Looking …');
    await props.look();
    setBusy(undefined);
  };
  return (
    <Show when={props.hasMore}>
      <div class="row">
        <Button busy={busy()} onClick={() => void look()}>
          {props.label}
        </Button>
      </div>
    </Show>
  );
}
