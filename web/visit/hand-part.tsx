/** What the visitor has asked, posted, left and wished for, and what became of it. */
import { createSignal, type JSX, Show } from 'solid-js';
import { hand, type Job, type Note, type Question } from '../lib/hand.ts';
import { messageCharsMax } from '../lib/limits.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { sending } from '../lib/sending.ts';
import { credits } from '../lib/shared-words.ts';
import { Button } from '../parts/button.tsx';
import { PlaceLink, ResidentLink } from '../parts/links.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { Time } from '../parts/time.tsx';
import { WordsForm } from '../parts/words-form.tsx';
import { PartHeading } from './heading.tsx';

/** Three lists at once: a visitor's requests share one rate limit. */
const everyMs = 20_000;

export function HandPart(): JSX.Element {
  const [questions, setQuestions] = createSignal<readonly Question[]>([]);
  const [jobs, setJobs] = createSignal<readonly Job[]>([]);
  const [notes, setNotes] = createSignal<readonly Note[]>([]);
  // While the city does not answer, what is known remains.
  const refresher = partRefresher(everyMs, async () => {
    setQuestions((await hand.ownQuestions()).items);
    setJobs((await hand.ownJobs()).items);
    setNotes((await hand.ownNotes()).items);
  });
  return (
    <>
      <PartHeading>Your hand in the city</PartHeading>
      <p>
        On the page of a resident you ask it something; on the page of a place you leave a note or a picture, wish for
        something, or post a job. <a href="/">Look at the city</a> to find them.
      </p>
      <Sheet title="What you asked">
        <List items={questions()} empty="Nothing.">
          {(one) => <Asked question={one()} />}
        </List>
      </Sheet>
      <Sheet title="Your jobs">
        <List items={jobs()} empty="None that has not ended.">
          {(one) => <Posted job={one()} onDone={() => refresher.ask()} />}
        </List>
      </Sheet>
      <Sheet title="What you left and wished for">
        <List items={notes()} empty="Nothing.">
          {(one) => <Left note={one()} onDone={() => refresher.ask()} />}
        </List>
      </Sheet>
    </>
  );
}

interface ListProps<Item> {
  readonly items: readonly Item[];
  readonly empty: string;
  readonly children: (item: () => Item) => JSX.Element;
}

const List = <Item extends { readonly id: string }>(props: ListProps<Item>): JSX.Element => (
  <Show when={props.items.length > 0} fallback={<p class="empty">{props.empty}</p>}>
    <ul class="answers">
      <Kept each={props.items} by={byId}>
        {(item) => <li>{props.children(item)}</li>}
      </Kept>
    </ul>
  </Show>
);

const waits = { asked: 'It has not answered yet.', lapsed: 'It did not answer in time.' } as const;

const Asked = (props: { readonly question: Question }): JSX.Element => {
  const wait = () => (props.question.status === 'answered' ? undefined : waits[props.question.status]);
  return (
    <>
      <p>
        <ResidentLink id={props.question.to} />: <q>{props.question.question}</q>
      </p>
      <Show when={wait()} fallback={<blockquote>{props.question.answer}</blockquote>}>
        {(text) => <p class="empty">{text()}</p>}
      </Show>
    </>
  );
};

const whats = { note: 'A note', wish: 'A wish', picture: 'A picture' } as const;

/** What it cost stays paid, so it is taken away only by who means it. */
function Left(props: { readonly note: Note; readonly onDone: () => void }): JSX.Element {
  const takingBack = sending(
    () => ({ id: props.note.id }),
    async ({ id }) => {
      await hand.takeBack(id);
      props.onDone();
    },
  );
  return (
    <>
      <blockquote>{props.note.text}</blockquote>
      <p class="about">
        {whats[props.note.purpose]} at <PlaceLink id={props.note.location} />, <Time at={props.note.left_at} />
      </p>
      <details>
        <summary>Take it away</summary>
        <form onSubmit={takingBack.send}>
          <p>Nothing of what it cost comes back.</p>
          <Button type="submit" busy={takingBack.isBusy() ? 'Taking it away …' : undefined}>
            Take it away now
          </Button>
        </form>
        <RefusalNotice error={takingBack.error()} />
      </details>
    </>
  );
}

const standing: Readonly<Record<Job['status'], string>> = {
  open: 'Nobody has taken it yet.',
  claimed: 'It is being done by',
  submitted: 'Work was handed in by',
  completed: 'Done by',
  expired: 'Nobody did it in time.',
  cancelled: 'Its place has ended.',
};

function Posted(props: { readonly job: Job; readonly onDone: () => void }): JSX.Element {
  const accepting = sending(
    () => ({ id: props.job.id }),
    async ({ id }) => {
      await hand.accept(id);
      props.onDone();
    },
  );
  return (
    <>
      <p>
        <strong>{props.job.title}</strong>, {credits(props.job.reward)}, at <PlaceLink id={props.job.location} />.{' '}
        {standing[props.job.status]} <Show when={props.job.claimer}>{(id) => <ResidentLink id={id()} />}</Show>
      </p>
      <Show when={props.job.status === 'submitted'}>
        <blockquote>{props.job.work}</blockquote>
        <form onSubmit={accepting.send}>
          <Button type="submit" primary busy={accepting.isBusy() ? 'Accepting …' : undefined}>
            Accept and pay
          </Button>
        </form>
        <RefusalNotice error={accepting.error()} />
        <details>
          <summary>Reject it</summary>
          <WordsForm
            label="Why?"
            help="Its worker reads it, and may try again, twice."
            charsMax={messageCharsMax}
            action="Reject"
            done="It was rejected."
            send={async (reason) => {
              await hand.reject(props.job.id, reason);
              props.onDone();
            }}
          />
        </details>
      </Show>
    </>
  );
}
