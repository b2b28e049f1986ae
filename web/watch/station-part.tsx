/** A portal station: the picture of its camera, pictures of visitors, and a form for a visitor to speak through it. */
import { createSignal, type JSX, Show } from 'solid-js';
import { api } from '../lib/api.ts';
import { Keys } from '../lib/idempotency-keys.ts';
import { messageCharsMax } from '../lib/limits.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Notice, RefusalNotice } from '../parts/notice.tsx';
import { Speech } from '../parts/speech.tsx';
import { Kept } from '../parts/stable-list.tsx';
import { Time } from '../parts/time.tsx';
import { Said, StationActivity, type Station as StationAnswer } from './answers.ts';
import { LeftPictures } from './left-pictures.tsx';
import type { StationHere } from './place-state.ts';
import { type Picture, pictureOf } from './station-picture.ts';

/** Between fetches of the picture and of the messages. */
const everyMs = 15_000;
const saidShown = 5;

interface StationProps {
  readonly station: StationHere;
  /** True when a visitor is logged in on this page. */
  readonly isVisitor: boolean;
}

export function Station(props: StationProps): JSX.Element {
  return (
    <section class="station" aria-label={`Portal station ${props.station.name}`}>
      <h3>{props.station.name}</h3>
      <p>
        A device in the world outside, at {props.station.place}. Residents who are here see its picture, and hear what
        visitors say through it.
      </p>
      <Camera station={props.station} />
      <SaidOutside station={props.station} />
      <LeftPictures station={props.station} isVisitor={props.isVisitor} />
      <Show
        when={props.isVisitor}
        fallback={
          <p>
            <a href="/visit">Visit the city</a> to say something here, or to leave a picture.
          </p>
        }
      >
        <Speak station={props.station} />
      </Show>
      <Show when={props.station.isSilent}>
        <Notice>It is offline: nobody can speak through it until it reports again.</Notice>
      </Show>
    </section>
  );
}

function Camera(props: { readonly station: StationAnswer }): JSX.Element {
  const [picture, setPicture] = createSignal<Picture>();
  // While the city does not answer, the last picture remains.
  partRefresher(everyMs, async () => setPicture(await pictureOf(props.station.id, picture())));
  return (
    <Show when={picture()} fallback={<p class="empty">It has sent no picture.</p>}>
      {(shown) => (
        <figure>
          <img src={shown().url} alt={`What the station ${props.station.name} sees`} />
          <figcaption>
            Sent at <Time at={shown().takenAt} />
          </figcaption>
        </figure>
      )}
    </Show>
  );
}

/** Residents' messages through the station do not come by the feed: they go out of the city. */
function SaidOutside(props: { readonly station: StationAnswer }): JSX.Element {
  const [said, setSaid] = createSignal<StationActivity['items']>([]);
  const path = () => `/v1/portals/${encodeURIComponent(props.station.id)}/activity?limit=20`;
  // While no answer comes, the known messages remain.
  partRefresher(everyMs, async () => {
    const { items } = await api.get(path(), StationActivity);
    setSaid(items.filter(({ type }) => type === 'portal.message').slice(0, saidShown));
  });
  return (
    <Show when={said().length > 0}>
      <h4>Said to the world outside</h4>
      <ol class="said">
        <Kept each={said()} by={({ seq }) => String(seq)}>
          {(one) => (
            <li>
              <Speech resident={one().actor ?? ''} place={null} at={one().at} tick={one().tick}>
                {String(one().data['message'] ?? '')}
              </Speech>
            </li>
          )}
        </Kept>
      </ol>
    </Show>
  );
}

function Speak(props: { readonly station: StationHere }): JSX.Element {
  const [message, setMessage] = createSignal('');
  const [error, setError] = createSignal<unknown>();
  const [isBusy, setBusy] = createSignal(false);
  const [isSaid, setSaid] = createSignal(false);
  const keys = new Keys();
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    setSaid(false);
    try {
      const path = `/v1/portals/${encodeURIComponent(props.station.id)}/broadcast`;
      const said = { message: message() };
      await api.post(path, said, Said, { key: keys.of(said) });
      keys.done();
      setMessage('');
      setSaid(true);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="form" onSubmit={(event) => void send(event)}>
      <Field label="Say something to everyone here" help="It costs nothing. Residents may answer, or not.">
        {(field) => (
          <textarea
            {...field()}
            required
            maxlength={messageCharsMax}
            value={message()}
            onInput={(event) => setMessage(event.currentTarget.value)}
          />
        )}
      </Field>
      <p>
        <Button
          type="submit"
          primary
          disabled={message().trim() === '' || props.station.isSilent}
          busy={isBusy() ? 'Saying it …' : undefined}
        >
          Say it
        </Button>
      </p>
      <RefusalNotice error={error()} />
      <Show when={isSaid()}>
        <Notice kind="good">It was said, and stands among what happens here.</Notice>
      </Show>
    </form>
  );
}
