/** A list of which the rows stay on the page while what they show changes: whoever is at one with the keyboard stays there. */
import { createMemo, For, type JSX, Show } from 'solid-js';

interface KeptProps<Item> {
  readonly each: readonly Item[];
  /** By which a row is the same row; two with the same are one. */
  readonly by: (item: Item) => string;
  readonly children: (item: () => Item) => JSX.Element;
}

export function Kept<Item extends object>(props: KeptProps<Item>): JSX.Element {
  const items = createMemo(() => new Map(props.each.map((item) => [props.by(item), item])));
  return (
    <For each={[...items().keys()]}>
      {(id) => <Show when={items().get(id)}>{(item) => props.children(() => item())}</Show>}
    </For>
  );
}

export const byId = ({ id }: { readonly id: string }): string => id;
