/**
 * The resident or place that was chosen, on the map or in the list of names. The focus comes here from where it was chosen, and goes back
 * when the panel is closed.
 */
import { createEffect, createUniqueId, type JSX, on } from 'solid-js';
import { PlaceLink, placePath, ResidentLink } from '../../parts/links.tsx';
import type { Target } from './city-map.ts';
import { still } from './palette.ts';

interface ChosenProps {
  readonly target: Target;
  readonly close: () => void;
  /** Gets the focus if the element in which it was chosen no longer exists. */
  readonly map: () => HTMLElement | undefined;
  readonly children: JSX.Element;
}

export function ChosenPanel(props: ChosenProps): JSX.Element {
  const title = createUniqueId();
  let panel: HTMLElement | undefined;
  let heading: HTMLHeadingElement | undefined;
  let from: Element | null = null;
  createEffect(
    on(
      () => props.target,
      () => {
        const { activeElement } = document;
        if (panel?.contains(activeElement) !== true) from = activeElement;
        heading?.focus({ preventScroll: true });
        panel?.scrollIntoView({ block: 'nearest', behavior: matchMedia(still).matches ? 'auto' : 'smooth' });
      },
    ),
  );
  const close = (): void => {
    const back = from instanceof HTMLElement && from !== document.body && from.isConnected ? from : props.map();
    props.close();
    back?.focus();
  };
  return (
    <section
      class="map-chosen"
      aria-labelledby={title}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <h3 id={title} ref={heading} tabIndex={-1}>
        {props.target.kind === 'resident' ? <ResidentLink id={props.target.id} /> : <PlaceLink id={props.target.id} />}
      </h3>
      <div class="map-about" aria-live="polite">
        {props.children}
      </div>
      {props.target.kind === 'place' && (
        <a class="map-inside" href={placePath(props.target.id)}>
          Go inside
        </a>
      )}
      <button type="button" class="plain" onClick={close}>
        Close
      </button>
    </section>
  );
}
