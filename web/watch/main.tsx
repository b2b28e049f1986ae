/** The pages that show one place, or one resident. */
import { Match, Switch } from 'solid-js';
import { mount } from '../lib/mount.tsx';
import { Shell } from '../parts/shell.tsx';
import { PlacePage } from './place-page.tsx';
import { ResidentPage } from './resident-page.tsx';
import '../styles/live.css';
import './watch.css';
import { subjectAt } from './subject-address.ts';

const watched = subjectAt(window.location.pathname);

mount(() => (
  <Switch
    fallback={
      <Shell>
        <h1>Nothing to see</h1>
        <p>
          This address names neither a place nor a resident. <a href="/">Look at the whole city</a>.
        </p>
      </Shell>
    }
  >
    <Match when={watched?.kind === 'place' && watched}>{(it) => <PlacePage id={it().id} />}</Match>
    <Match when={watched?.kind === 'resident' && watched}>{(it) => <ResidentPage id={it().id} />}</Match>
  </Switch>
));
