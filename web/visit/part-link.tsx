/** A link to another part of this page. Like any link, it can be opened in a new tab, and sent. */
import type { JSX } from 'solid-js';
import { addressOf, type Shown, show, shown } from './part-address.ts';

interface PartLinkProps {
  readonly to: Shown;
  readonly class?: string;
  readonly children: JSX.Element;
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export function PartLink(props: PartLinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    show(props.to);
  };
  return (
    <a
      class={props.class}
      href={addressOf(props.to)}
      aria-current={addressOf(shown()) === addressOf(props.to) ? 'page' : undefined}
      onClick={follow}
    >
      {props.children}
    </a>
  );
}
