/** The gateway's picture of the map: it stands on the page until the town has been drawn there. Its head says where it is. */
import { For, type JSX } from 'solid-js';

/** One for each scheme; none where the gateway draws none. */
const pictures = [...document.querySelectorAll<HTMLLinkElement>('link[data-map-picture]')];

export function FirstMap(): JSX.Element {
  return (
    <picture class="map-first">
      <For each={pictures}>{({ href, media }) => <source srcset={href} media={media} />}</For>
      <img elementtiming="first-map" src={pictures[0]?.href} alt="" draggable={false} />
    </picture>
  );
}

export const hasFirstMap = pictures.length > 0;
