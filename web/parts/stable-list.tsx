/** A list whose rows remain on the page while their contents change, so that the keyboard's focus remains. */
import { createMemo, For, type JSX, Show } from 'solid-js';

interface KeptProps<Item> {
  readonly each: readonly Item[];
  /** The key of a row; items with the same key are one row. */
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
