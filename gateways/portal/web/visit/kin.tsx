/** The kin of a resident: who adopted it, whom it has adopted, and whom it has named its heir. */
import { For, type JSX, Show } from 'solid-js';
import { ResidentLink } from '../parts/links.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Life, Named } from './answers.ts';

export function Kin(props: { readonly life: Life }): JSX.Element {
  const lineage = () => props.life.lineage;
  return (
    <Sheet title="Kin">
      <dl class="facts">
        <dt>Mentor</dt>
        <dd>
          <Names of={[lineage().mentor].filter((one) => one !== null)} nobody="None" />
        </dd>
        <Show when={props.life.status === 'alive'}>
          <dt>Adopted by it</dt>
          <dd>
            <Names of={lineage().mentees} nobody="Nobody yet" />
          </dd>
          <dt>Heir</dt>
          <dd>
            <Names of={[props.life.legacy.heir].filter((one) => one !== null)} nobody="Nobody named yet" />
          </dd>
        </Show>
        <dt>Generation</dt>
        <dd>{lineage().generation}</dd>
      </dl>
    </Sheet>
  );
}

/** Residents by name; of the dead it is said. */
export const Names = (props: { readonly of: readonly Named[]; readonly nobody: string }): JSX.Element => (
  <For each={props.of} fallback={props.nobody}>
    {(one, at) => (
      <>
        {at() === 0 ? '' : ', '}
        <ResidentLink id={one.id} name={one.name ?? undefined} />
        {one.status === 'dead' ? ' (dead)' : ''}
      </>
    )}
  </For>
);
