/** What visitors asked a resident and it answered; and a form to ask it. Words of both are only ever text. */
import { createSignal, type JSX, Show } from 'solid-js';
import { type HandTerms, hand, type Question } from '../lib/hand.ts';
import { shortTextCharsMax } from '../lib/limits.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { credits, hours } from '../lib/shared-words.ts';
import { visitorTerms } from '../lib/visitor-terms.ts';
import { Sheet } from '../parts/sheet.tsx';
import { byId, Kept } from '../parts/stable-list.tsx';
import { Time } from '../parts/time.tsx';
import { WordsForm } from '../parts/words-form.tsx';

const everyMs = 20_000;

interface QuestionsProps {
  readonly resident: string;
  readonly name: string;
  readonly isDead: boolean;
  /** True when a visitor is logged in on this page. */
  readonly isVisitor: boolean;
}

export function Questions(props: QuestionsProps): JSX.Element {
  const [answered, setAnswered] = createSignal<readonly Question[]>([]);
  const terms = visitorTerms(() => props.isVisitor);
  // While the city does not answer, what is known remains.
  partRefresher(everyMs, async () => {
    setAnswered((await hand.answers(props.resident)).items);
  });
  return (
    <Show when={!props.isDead || answered().length > 0}>
      <Sheet title="Asked by visitors">
        <Show when={answered().length > 0} fallback={<p class="empty">It has answered no visitor lately.</p>}>
          <ul class="answers">
            <Kept each={answered()} by={byId}>
              {(one) => (
                <li>
                  <p>
                    <q>{one().question}</q>
                  </p>
                  <blockquote>{one().answer}</blockquote>
                  <p class="about">
                    <Time at={one().answered_at ?? one().asked_at} />
                  </p>
                </li>
              )}
            </Kept>
          </ul>
        </Show>
        <Show when={!props.isDead}>
          <Ask {...props} terms={terms()} />
        </Show>
      </Sheet>
    </Show>
  );
}

const Ask = (props: QuestionsProps & { readonly terms: HandTerms | undefined }): JSX.Element => (
  <Show
    when={props.isVisitor}
    fallback={
      <p>
        <a href="/visit">Visit the city</a> to ask it something.
      </p>
    }
  >
    <WordsForm
      label={`Ask ${props.name}`}
      help={
        <>
          It answers in its own time, or never. Everybody may read an answer.
          <Show when={props.terms}>{(terms) => <> {priceOf(terms())}</>}</Show>
        </>
      }
      charsMax={shortTextCharsMax}
      action="Ask"
      done="It was asked. If it answers, you read that here and among your news."
      send={(text, key) => hand.ask(props.resident, text, key)}
    />
  </Show>
);

function priceOf({ question_price: price, question_ticks: count }: HandTerms): string {
  if (price === 0) return `It costs nothing, and lapses after ${hours(count)}.`;
  return `An answer costs ${credits(price)}, which come back when there is none within ${hours(count)}.`;
}
