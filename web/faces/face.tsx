/** The face of a resident, beside its name: a picture that says nothing which the name does not. */
import { For, type JSX } from 'solid-js';
import { portraitOf, portraitSize } from '../../drawing/faces/people.ts';
import type { Shape } from '../../drawing/faces/shapes.ts';
import { faceOf } from './known-faces.ts';

/** Shapes as paths, one on the other. */
export const Drawn = (props: { readonly shapes: readonly Shape[] }): JSX.Element => (
  <For each={props.shapes}>
    {({ d, fill, stroke, width }) => (
      <path
        d={d}
        fill={fill}
        stroke={stroke ?? 'none'}
        stroke-width={width ?? 0}
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    )}
  </For>
);

export const Face = (props: { readonly of: string }): JSX.Element => (
  <svg class="face" viewBox={`0 0 ${portraitSize.width} ${portraitSize.height}`} aria-hidden="true">
    <Drawn shapes={portraitOf(faceOf(props.of))} />
  </svg>
);
