/** The operator's page. */
import { createSignal, type JSX, Show } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';
import type { Feed } from '../lib/feed.ts';
import { mount } from '../lib/mount.tsx';
import { pageFeed } from '../lib/page-feed.ts';
import { partRefresher } from '../lib/part-refresher.ts';
import { Button } from '../parts/button.tsx';
import { RefusalNotice } from '../parts/notice.tsx';
import { Shell } from '../parts/shell.tsx';
import { Account } from './account.tsx';
import { Health, Machines } from './answers.ts';
import { Clock } from './clock-control.tsx';
import '../styles/live.css';
import './dashboard.css';
import { Economy } from './economy.tsx';
import { Lineages } from './lineage.tsx';
import { Live } from './live.tsx';
import { fetchMetrics, type Metrics } from './metrics.ts';
import { operator } from './operator.ts';
import { fetchMap } from './public-places.ts';
import { Deaths, Residents } from './residents.tsx';
import { State } from './state.tsx';
import { afterTicks } from './tick-refresher.ts';
import { forgetToken, keepToken, operatorToken } from './token.ts';
import { TokenForm } from './token-form.tsx';
import { Wallets } from './wallets.tsx';

const healthEveryMs = 5_000;
/** Fetches of the city's health between two fetches of the counts of all its actors. */
const healthsForMachines = 3;
/** Numbers of events from before the page was opened that it shows. */
const backSeqs = 1_000;

function Dashboard(): JSX.Element {
  const feed = pageFeed();
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
    <Shell here="/dashboard" {...(operatorToken() === undefined ? {} : { feed })}>
      <header class="watched">
        <h1>Operator</h1>
        <Show when={operatorToken()}>
          <p>
            <Button onClick={forgetToken}>Log out</Button>
          </p>
        </Show>
      </header>
      <Show when={operatorToken()} keyed fallback={<TokenForm error={wrong()} onToken={keep} />}>
        {(_token) => <City feed={feed} onRefused={refused} />}
      </Show>
    </Shell>
  );
}

interface CityProps {
  readonly feed: Feed;
  /** Called when the token is not valid. */
  readonly onRefused: (refusal: Refusal) => void;
}

function City(props: CityProps): JSX.Element {
  const { health, machines, metrics, error, fetchAll } = healthOf(props);
  const [revision, setRevision] = createSignal(0);
  const [lineage, setLineage] = createSignal('');
  const again = async () => setRevision((count) => count + 1);
  afterTicks(props.feed, { ticked: again, missed: again });
  return (
    <>
      <RefusalNotice error={error()} isLook />
      <Show when={health()} fallback={<p role="status">Looking …</p>}>
        {(known) => (
          <div class="dashboard">
            <div class="aside">
              <Clock health={known()} onChange={fetchAll} />
              <Wallets />
              <Account revision={revision()} />
              <State health={known()} machines={machines()} metrics={metrics()} onChange={fetchAll} />
            </div>
            <div class="main">
              <Economy feed={props.feed} />
              <Lineages of={lineage()} onChoose={setLineage} revision={revision()} />
              <div class="plots">
                <Residents revision={revision()} onLineage={setLineage} />
                <Deaths revision={revision()} onLineage={setLineage} />
              </div>
              <Live feed={props.feed} />
            </div>
          </div>
        )}
      </Show>
    </>
  );
}

function healthOf(props: CityProps) {
  const [health, setHealth] = createSignal<Health>();
  const [machines, setMachines] = createSignal<Machines>();
  const [metrics, setMetrics] = createSignal<Metrics>();
  const [error, setError] = createSignal<unknown>();
  let looks = 0;
  const look = async () => {
    const isWhole = looks % healthsForMachines === 0;
    looks += 1;
    try {
      const health = await operator.get('/v1/admin/health', Health);
      setHealth(health);
      if (props.feed.seq === undefined) props.feed.start(health.seq, backSeqs);
      if (isWhole) {
        setMachines(await operator.get('/v1/dashboard/machines', Machines));
        await fetchMap();
        setMetrics(await fetchMetrics());
      }
      setError(undefined);
    } catch (thrown) {
      if (isWhole) looks = 0;
      const refusal = refusalOf(thrown);
      if (refusal.status === 401 || refusal.status === 403) props.onRefused(refusal);
      else setError(refusal);
    }
  };
  const refresher = partRefresher(healthEveryMs, look);
  const fetchAll = () => {
    looks = 0;
    refresher.ask();
  };
  return { health, machines, metrics, error, fetchAll };
}

mount(() => <Dashboard />);
