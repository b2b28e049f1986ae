/** A part of a page, with its heading. */
import { createUniqueId, type JSX } from 'solid-js';

interface SheetProps {
  readonly title: string;
  /** By which links lead to it. */
  readonly anchor?: string;
  readonly children: JSX.Element;
}

export function Sheet(props: SheetProps): JSX.Element {
  const id = createUniqueId();
  return (
    <section class="sheet" id={props.anchor} aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  );
}
