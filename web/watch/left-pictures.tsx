/**
 * Pictures that visitors have left at a portal station, and a form for a visitor who wants to leave one. Each is folded behind its words:
 * nobody is shown a stranger's picture who has not asked for it.
 */
import { createSignal, type JSX, Show } from 'solid-js';
import { type HandTerms, hand, type Note } from '../lib/hand.ts';
import { shortTextCharsMax } from '../lib/limits.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { sending } from '../lib/sending.ts';
import { credits, hours } from '../lib/shared-words.ts';
import { visitorTerms } from '../lib/visitor-terms.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { Time } from '../parts/time.tsx';
import { pictureToSend } from './picture-to-send.ts';
import type { StationHere } from './place-state.ts';
import { leftPictureOf } from './station-picture.ts';

const everyMs = 20_000;

interface PicturesProps {
  readonly station: StationHere;
  /** True when a visitor is logged in on this page. */
  readonly isVisitor: boolean;
}

export function LeftPictures(props: PicturesProps): JSX.Element {
  const [pictures, setPictures] = createSignal<readonly Note[]>([]);
  const terms = visitorTerms(() => props.isVisitor);
  // While the city does not answer, what is known remains.
  const refresher = partRefresher(everyMs, async () => {
    setPictures((await hand.picturesAt(props.station.id)).items);
  });
  return (
    <>
      <Show when={pictures().length > 0}>
        <h4>Pictures from visitors</h4>
        <ul class="answers">
          <Kept each={pictures()} by={byId}>
            {(one) => (
              <li>
                <Left station={props.station.id} picture={one()} />
              </li>
            )}
          </Kept>
        </ul>
      </Show>
      <Show when={props.isVisitor && terms()}>
        {(known) => (
          <details>
            <summary>Leave a picture</summary>
            <Leave station={props.station} terms={known()} onDone={() => refresher.ask()} />
          </details>
        )}
      </Show>
    </>
  );
}

/** Its words are its name; it is fetched when it is unfolded. */
function Left(props: { readonly station: string; readonly picture: Note }): JSX.Element {
  const [url, setUrl] = createSignal<string>();
  const [isGone, setGone] = createSignal(false);
  const look = async () => {
    if (url() !== undefined) return;
    const found = await leftPictureOf(props.station, props.picture.id).catch(() => undefined);
    setUrl(found);
    setGone(found === undefined);
  };
  return (
    <>
      <blockquote>{props.picture.text}</blockquote>
      <p class="about">
        By {props.picture.from}, <Time at={props.picture.left_at} />
      </p>
      <details onToggle={(event) => event.currentTarget.open && void look()}>
        <summary>Look at it</summary>
        <Show when={url()} fallback={<p class="empty">{isGone() ? 'It cannot be seen now.' : 'It is coming …'}</p>}>
          {(shown) => (
            <img
              src={shown()}
              alt={props.picture.text ?? ''}
              width={props.picture.picture?.width}
              height={props.picture.picture?.height}
            />
          )}
        </Show>
      </details>
    </>
  );
}

interface LeaveProps {
  readonly station: StationHere;
  readonly terms: HandTerms;
  readonly onDone: () => void;
}

function Leave(props: LeaveProps): JSX.Element {
  const [file, setFile] = createSignal<File>();
  const [text, setText] = createSignal('');
  let chooser: HTMLInputElement | undefined;
  const form = sending(
    () => ({ text: text(), name: file()?.name ?? '', size: file()?.size ?? 0, changed: file()?.lastModified ?? 0 }),
    async (said, key) => {
      const chosen = file();
      if (chosen === undefined) return;
      await hand.leavePicture(props.station.id, said.text, await pictureToSend(chosen), key);
      setText('');
      setFile(undefined);
      if (chooser !== undefined) chooser.value = '';
      props.onDone();
    },
  );
  return (
    <form class="form" onSubmit={form.send}>
      <Field
        label="A picture"
        help={`It is made smaller, and where and when it was taken is left out. It costs ${credits(props.terms.picture_price)} and stands for ${hours(props.terms.picture_ticks)}. Everybody may look at it.`}
      >
        {(field) => (
          <input
            {...field()}
            ref={chooser}
            type="file"
            accept="image/*"
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <Field label="What does it show?" help="For residents, and for whoever cannot see it.">
        {(field) => (
          <textarea
            {...field()}
            required
            maxlength={shortTextCharsMax}
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <p>
        <Button
          type="submit"
          disabled={file() === undefined || text().trim() === '' || props.station.isSilent}
          busy={form.isBusy() ? 'Leaving it …' : undefined}
        >
          Leave it here
        </Button>
      </p>
      <RefusalNotice error={form.error()} />
      <Show when={form.isDone()}>
        <Notice kind="good">It stands here.</Notice>
      </Show>
    </form>
  );
}
