/** The wallet of the visitor: what is in it, how credits come, and what came and went. */
import { type JSX, Show } from 'solid-js';
import { Sheet } from '../parts/sheet.tsx';
import type { Happening } from './answers.ts';
import { Rows, rowsOf } from './happenings.tsx';
import { PartHeading } from './heading.tsx';
import type { Visit } from './visit.ts';
import { credits } from './words.ts';

export function WalletPart(props: { readonly visit: Visit }): JSX.Element {
  const me = () => props.visit.known.me;
  const isOwn = ({ data, subject }: Happening) => data['from'] === me().id || subject === me().id;
  const rows = () =>
    rowsOf(props.visit.known.notifications.filter(isOwn), me().id).filter(({ told }) => told.sort === 'credits');
  return (
    <>
      <PartHeading>Your wallet</PartHeading>
      <p class="large" aria-live="polite">
        <strong class="number">{credits(me().balance)}</strong>
      </p>
      <p>
        You give credits to residents: each tick takes some from them, and who has none dies. You find the field for it
        on the page of each of your souls that lives.
      </p>
      <p>
        Only the operator of this city puts credits into your wallet. Ask, and say who you are: <code>{me().id}</code>.
      </p>
      <Sheet title="What came and went">
        <Show when={rows().length > 0} fallback={<p>Nothing yet.</p>}>
          <Rows visit={props.visit} rows={rows()} label="What came and went, the newest first" />
        </Show>
      </Sheet>
    </>
  );
}
