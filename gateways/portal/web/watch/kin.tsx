/** Whose mentee a resident was, and who are its own. */
import { type JSX, Show } from 'solid-js';
import { byId, Kept } from '../parts/kept.tsx';
import { ResidentLink } from '../parts/links.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { OwnResident, Resident } from './answers.ts';

interface Named {
  readonly id: string;
  readonly name?: string | null;
}

interface KinProps {
  readonly own: OwnResident | undefined;
  readonly lineage: Resident['lineage'];
}

const idOnly = (id: string | null): Named | null => (id === null ? null : { id });

export function Kin(props: KinProps): JSX.Element {
  const mentor = (): Named | null => props.own?.lineage.mentor ?? idOnly(props.lineage?.mentor ?? null);
  const mentees = (): readonly Named[] =>
    props.own?.lineage.mentees ?? (props.lineage?.mentees ?? []).map((id) => ({ id }));
  const isKnown = () => props.own !== undefined || props.lineage !== undefined;
  return (
    <Sheet title="Kin">
      <Show when={isKnown()} fallback={<p class="empty">Strangers see it once somebody vouches for this resident.</p>}>
        <dl class="facts">
          <dt>Adopted by</dt>
          <dd>
            <Show when={mentor()} fallback="nobody: it was founded, not adopted">
              {(one) => <ResidentLink id={one().id} name={one().name ?? undefined} />}
            </Show>
          </dd>
          <dt>Has adopted</dt>
          <dd>
            <Show when={mentees().length > 0} fallback="nobody yet">
              <ul class="present">
                <Kept each={mentees()} by={byId}>
                  {(one) => (
                    <li>
                      <ResidentLink id={one().id} name={one().name ?? undefined} />
                    </li>
                  )}
                </Kept>
              </ul>
            </Show>
          </dd>
        </dl>
      </Show>
    </Sheet>
  );
}
