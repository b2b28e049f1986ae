/** What stands on the page until something is there to see, and when nothing is. */
import { type JSX, Show } from 'solid-js';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import type { Looking } from './look.ts';

interface UnseenProps {
  readonly look: Looking;
  /** Said of what is not there. */
  readonly children: JSX.Element;
}

export function Unseen(props: UnseenProps): JSX.Element {
  const again = (
    <p>
      <Button onClick={() => void props.look.now()}>Look again</Button>
    </p>
  );
  return (
    <Show when={props.look.refusal()} fallback={<p role="status">Looking …</p>}>
      {(refusal) => (
        <>
          <h1>Nothing to see</h1>
          <Show
            when={refusal().status === 404}
            fallback={
              <RefusalNotice error={refusal()} isLook>
                {again}
              </RefusalNotice>
            }
          >
            <p>{props.children}</p>
          </Show>
        </>
      )}
    </Show>
  );
}
