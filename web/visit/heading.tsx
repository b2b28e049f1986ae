/** The heading of a part of this page. It gets the focus when the reader goes to that part. */
import { type JSX, onMount } from 'solid-js';

/** The first part was shown with the page: there the browser announces the title. */
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
