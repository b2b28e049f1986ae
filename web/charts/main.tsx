/**
 * The state charts of the city: every kind of machine, how it is drawn, and what its actors do now. For its operator, and where charts are
 * public for anybody, who then sees less.
 */
import { createSignal, type JSX, Show } from 'solid-js';
import { Health, Machines } from '../dashboard/answers.ts';
import { Clock } from '../dashboard/clock-control.tsx';
import { operator } from '../dashboard/operator.ts';
import { forgetToken, keepToken, operatorToken } from '../dashboard/token.ts';
import { TokenForm } from '../dashboard/token-form.tsx';
import { type Refusal, refusalOf } from '../lib/api.ts';
import { mount } from '../lib/mount.tsx';
import { partRefresher } from '../lib/part-refresher.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Shell } from '../parts/shell.tsx';
import { Kept } from '../parts/stable-list.tsx';
import { ActorView } from './actor.tsx';
import { CloserLookForm } from './closer-look-form.tsx';
import { actor, chooseKind, kind, pastTurn, question } from './looked-at.ts';
import { MachineView } from './machine.tsx';
import { PastMachine } from './past-machine.tsx';
import { TimeSlider } from './time-slider.tsx';
import { WhyView } from './why.tsx';
import '../styles/live.css';
import '../dashboard/dashboard.css';
import './charts.css';

const countsEveryMs = 5_000;

function Charts(): JSX.Element {
  const [wrong, setWrong] = createSignal<unknown>();
  const refused = (refusal: Refusal) => {
    setWrong(refusal);
    forgetToken();
  };
  const keep = (token: string) => {
    setWrong(undefined);
    keepToken(token);
  };
  return (
    <Shell here="/charts">
      <header class="watched">
        <h1>Charts</h1>
        <Show when={operatorToken()}>
          <p>
            <Button onClick={forgetToken}>Log out</Button>
          </p>
        </Show>
      </header>
      <Show when={operatorToken()} keyed fallback={<ForStrangers error={wrong()} onToken={keep} />}>
        {(_token) => <Kinds onRefused={refused} />}
      </Show>
    </Shell>
  );
}

/** What there is without the operator's token: charts where they are public, and a form for the token. */
function ForStrangers(props: { readonly error: unknown; readonly onToken: (token: string) => void }): JSX.Element {
  const [isPublic, setPublic] = createSignal(document.body.dataset['charts'] === 'public');
  return (
    <>
      <Show when={isPublic()}>
        <Kinds onRefused={() => setPublic(false)} isStranger />
      </Show>
      <TokenForm error={props.error} onToken={props.onToken} />
    </>
  );
}

interface KindsProps {
  readonly onRefused: (refusal: Refusal) => void;
  readonly isStranger?: boolean;
}

function Kinds(props: KindsProps): JSX.Element {
  const [health, setHealth] = createSignal<Health>();
  const [machines, setMachines] = createSignal<Machines>();
  const [error, setError] = createSignal<unknown>();
  const refresher = partRefresher(countsEveryMs, async () => {
    try {
      if (!props.isStranger) setHealth(await operator.get('/v1/admin/health', Health));
      setMachines(await operator.get('/v1/dashboard/machines', Machines));
      setError(undefined);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal.status === 401 || refusal.status === 403) props.onRefused(refusal);
      else setError(refusal);
    }
  });
  return (
    <>
      <RefusalNotice error={error()} isLook />
      <Show when={machines()} fallback={<p role="status">Looking …</p>}>
        {(known) => (
          <div class="dashboard charts">
            <div class="aside">
              <KindList machines={known()} chosen={kind()} onChoose={chooseKind} />
            </div>
            <div class="main">
              <Show when={question()}>{(asked) => <WhyView question={asked()} />}</Show>
              <Show when={actor() ?? undefined} keyed fallback={<KindView />}>
                {(id) => <ActorView id={id} />}
              </Show>
            </div>
            <div class="aside">
              <CloserLookForm />
              <Show when={health()}>
                {(state) => (
                  <>
                    <Clock health={state()} onChange={() => refresher.ask()} />
                    <TimeSlider newest={state().committed_turn} />
                  </>
                )}
              </Show>
            </div>
          </div>
        )}
      </Show>
    </>
  );
}

const KindView = (): JSX.Element => (
  <Show when={kind()} keyed>
    {(name) => (
      <Show when={pastTurn()} keyed fallback={<MachineView kind={name} />}>
        {(turn) => <PastMachine kind={name} turn={turn} />}
      </Show>
    )}
  </Show>
);

interface KindListProps {
  readonly machines: Machines;
  readonly chosen: string;
  readonly onChoose: (kind: string) => void;
}

function KindList(props: KindListProps): JSX.Element {
  return (
    <Sheet title="Kinds">
      <ul class="kinds">
        <Kept each={props.machines.items} by={({ kind }) => kind}>
          {(item) => (
            <li>
              <button
                type="button"
                class="choice"
                aria-pressed={props.chosen === item().kind}
                onClick={() => props.onChoose(item().kind)}
              >
                {item().kind}
              </button>
              <span>{item().actors}</span>
            </li>
          )}
        </Kept>
      </ul>
    </Sheet>
  );
}

mount(() => <Charts />);
