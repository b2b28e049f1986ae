/** What visitors have left at a place and wish for there, and forms for a visitor who wants to. Their words are only ever text. */
import { createSignal, type JSX, Show } from 'solid-js';
import { type HandTerms, hand, type Note } from '../lib/hand.ts';
import { shortTextCharsMax, wishCharsMax } from '../lib/limits.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { credits, hours } from '../lib/shared-words.ts';
import { visitorTerms } from '../lib/visitor-terms.ts';
import { Sheet } from '../parts/sheet.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { Time } from '../parts/time.tsx';
import { WordsForm } from '../parts/words-form.tsx';
import { PostJob } from './job-form.tsx';

const everyMs = 20_000;

interface HandProps {
  readonly place: string;
  readonly name: string;
  /** True when a visitor is logged in on this page. */
  readonly isVisitor: boolean;
}

export function VisitorsHand(props: HandProps): JSX.Element {
  const [notes, setNotes] = createSignal<readonly Note[]>([]);
  const terms = visitorTerms(() => props.isVisitor);
  // While the city does not answer, what is known remains.
  const refresher = partRefresher(everyMs, async () => {
    setNotes((await hand.notesAt(props.place)).items);
  });
  const ofPurpose = (purpose: Note['purpose']) => notes().filter((note) => note.purpose === purpose);
  return (
    <Sheet title="From visitors">
      <Show when={notes().length === 0}>
        <p class="empty">No visitor has left anything here.</p>
      </Show>
      <Notes title="Left here" notes={ofPurpose('note')} />
      <Notes title="Wished for" notes={ofPurpose('wish')} />
      <Show
        when={props.isVisitor}
        fallback={
          <p>
            <a href="/visit">Visit the city</a> to leave a note, name a wish or post a job here.
          </p>
        }
      >
        <Show when={terms()}>{(known) => <Forms {...props} terms={known()} onDone={() => refresher.ask()} />}</Show>
      </Show>
    </Sheet>
  );
}

const Notes = (props: { readonly title: string; readonly notes: readonly Note[] }): JSX.Element => (
  <Show when={props.notes.length > 0}>
    <h3>{props.title}</h3>
    <ul class="answers">
      <Kept each={props.notes} by={byId}>
        {(note) => (
          <li>
            <blockquote>{note().text}</blockquote>
            <p class="about">
              <Time at={note().left_at} />
            </p>
          </li>
        )}
      </Kept>
    </ul>
  </Show>
);

interface FormsProps extends HandProps {
  readonly terms: HandTerms;
  readonly onDone: () => void;
}

/** Prices stand before anything is sent. */
function Forms(props: FormsProps): JSX.Element {
  const then = async (sent: Promise<unknown>): Promise<void> => {
    await sent;
    props.onDone();
  };
  return (
    <>
      <details>
        <summary>Leave a note</summary>
        <WordsForm
          label={`A note at ${props.name}`}
          help={`It costs ${credits(props.terms.note_price)} and stays for ${hours(props.terms.note_ticks)}. Everybody may read it.`}
          charsMax={shortTextCharsMax}
          action="Leave it"
          done="It lies here."
          send={(text, key) => then(hand.leave(props.place, text, key))}
        />
      </details>
      <details>
        <summary>Wish for something here</summary>
        <WordsForm
          label="What should be here?"
          help={`A library, for example. It costs ${credits(props.terms.wish_price)} and stands for ${hours(props.terms.wish_ticks)}. Residents read it, and need not heed it.`}
          charsMax={wishCharsMax}
          action="Wish"
          done="Your wish stands here, and in the list of the city."
          send={(text, key) => then(hand.wish(props.place, text, key))}
        />
      </details>
      <details>
        <summary>Post a job</summary>
        <PostJob place={props.place} />
      </details>
    </>
  );
}
