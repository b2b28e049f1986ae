/** The heading of a part of this page. Whoever goes to another part finds the focus there. */
import { type JSX, onMount } from 'solid-js';

/** The first part that is shown came with the page: there the browser says where one is. */
let hasShownAny = false;

export function PartHeading(props: { readonly children: JSX.Element }): JSX.Element {
  let heading: HTMLHeadingElement | undefined;
  onMount(() => {
    if (hasShownAny) heading?.focus();
    hasShownAny = true;
  });
  return (
    <h1 ref={heading} tabIndex={-1}>
      {props.children}
    </h1>
  );
}
