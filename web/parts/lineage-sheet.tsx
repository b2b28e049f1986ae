/** The lineage of a resident, and its heir: who adopted it, whom it has adopted, and whom it has named as heir. */
import { type JSX, Show } from 'solid-js';
import { ResidentLink } from './links.tsx';
import { Sheet } from './sheet.tsx';
import { byId, Kept } from './stable-list.tsx';

interface Named {
  readonly id: string;
  /** Unset or null: the name that is known for the id. */
  readonly name?: string | null;
  readonly status?: string;
}

interface LineageProps {
  readonly mentor: Named | null;
  readonly mentees: readonly Named[];
  /** Unset where it is not shown. */
  readonly heir?: Named | null;
}

export function LineageSheet(props: LineageProps): JSX.Element {
  return (
    <Sheet title="Family">
      <dl class="facts">
        <dt>Adopted by</dt>
        <dd>
          <Names of={props.mentor === null ? [] : [props.mentor]} nobody="nobody: a founder of the city" />
        </dd>
        <dt>Has adopted</dt>
        <dd>
          <Names of={props.mentees} nobody="nobody yet" />
        </dd>
        <Show when={props.heir !== undefined}>
          <dt>Heir</dt>
          <dd>
            <Names of={props.heir == null ? [] : [props.heir]} nobody="nobody named yet" />
          </dd>
        </Show>
      </dl>
    </Sheet>
  );
}

/** Residents by name; the dead are marked. */
export const Names = (props: { readonly of: readonly Named[]; readonly nobody: string }): JSX.Element => (
  <Show when={props.of.length > 0} fallback={props.nobody}>
    <Kept each={props.of} by={byId}>
      {(one) => (
        <>
          {one().id === props.of[0]?.id ? '' : ', '}
          <ResidentLink id={one().id} name={one().name ?? undefined} />
          {one().status === 'dead' ? ' (dead)' : ''}
        </>
      )}
    </Kept>
  </Show>
);
