/** What went wrong, or well, and what to do: announced when it appears. */
import { type JSX, Show } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';

interface NoticeProps {
  readonly kind?: 'wrong' | 'good' | 'plain';
  readonly children: JSX.Element;
}

export function Notice(props: NoticeProps): JSX.Element {
  return (
    <div class="notice" role={props.kind === 'wrong' ? 'alert' : 'status'} data-kind={props.kind ?? 'plain'}>
      {props.children}
    </div>
  );
}

const happened = (refusal: Refusal): string =>
  refusal.applied === false ? 'Nothing has happened.' : 'It may have happened: look before you try again.';

/** Why a request was refused, in the words of the city, and whether anything happened. Empty while there is no error. */
export function RefusalNotice(props: {
  readonly error: unknown;
  /** A read changes nothing, so nothing is said of that. */
  readonly isLook?: boolean;
  readonly children?: JSX.Element;
}): JSX.Element {
  return (
    <Show when={props.error}>
      {(error) => (
        <Notice kind="wrong">
          <p>
            {refusalOf(error()).message} {props.isLook === true ? '' : happened(refusalOf(error()))}
          </p>
          {props.children}
        </Notice>
      )}
    </Show>
  );
}
