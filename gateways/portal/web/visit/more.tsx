/** Looks for older notifications, which thoughts are among. */
import { createSignal, type JSX, Show } from 'solid-js';
import { Button } from '../parts/button.tsx';
import type { Visit } from './visit.ts';

export function More(props: { readonly visit: Visit; readonly label: string }): JSX.Element {
  const [busy, setBusy] = createSignal<string>();
  const look = async (): Promise<void> => {
    setBusy('Looking …');
    await props.visit.lookFurther();
    setBusy(undefined);
  };
  return (
    <Show when={props.visit.known.older !== null}>
      <div class="row">
        <Button busy={busy()} onClick={() => void look()}>
          {props.label}
        </Button>
      </div>
    </Show>
  );
}
