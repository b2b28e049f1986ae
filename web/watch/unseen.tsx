/** What stands on the page until something is there to see, and when nothing is. */
import { type JSX, Show } from 'solid-js';
import type { Refusal } from '../lib/api.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import type { Looking } from './look.ts';

interface UnseenProps {
  readonly look: Looking;
  /** Says that there is no such thing. */
  readonly title: string;
  /** Said of what is not there. */
  readonly children: JSX.Element;
}

/** What can be no id is nobody's. */
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
