/** What the page shows until it has data, and when there is none. */
import { type JSX, Show } from 'solid-js';
import type { Refusal } from '../lib/api.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import type { PageRefresher } from './page-refresher.ts';

interface UnseenProps {
  readonly look: PageRefresher;
  /** Says that there is no such thing. */
  readonly title: string;
  /** The text when there is none. */
  readonly children: JSX.Element;
}

/** A malformed id is answered like an unknown one. */
const isNothing = ({ code }: Refusal): boolean => code === 'not_found' || code === 'invalid_request';

export function Unseen(props: UnseenProps): JSX.Element {
  const again = (
    <p>
      <Button onClick={() => props.look.ask()}>Look again</Button>
    </p>
  );
  return (
    <Show when={props.look.refusal()} fallback={<p role="status">Looking …</p>}>
      {(refusal) => (
        <div class="watched">
          <h1>{isNothing(refusal()) ? props.title : 'Nothing to see yet'}</h1>
          <Show
            when={isNothing(refusal())}
            fallback={
              <RefusalNotice error={refusal()} isLook>
                {again}
              </RefusalNotice>
            }
          >
            <p class="description">{props.children}</p>
          </Show>
        </div>
      )}
    </Show>
  );
}
