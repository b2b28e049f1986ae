/** The wallet of the visitor: its balance, how to get credits, and what came and went. */
import type { JSX } from 'solid-js';
import type { CityEvent } from '../lib/events.ts';
import { credits } from '../lib/shared-words.ts';
import { AboutTicks } from '../parts/about-ticks.tsx';
import { AccountHistoryTable } from '../parts/account-history.tsx';
import { Lines } from '../parts/lines.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PartHeading } from './heading.tsx';
import { requests } from './requests.ts';
import type { Visit } from './visit.ts';
import { linesOf } from './visitor-lines.ts';

export function WalletPart(props: { readonly visit: Visit }): JSX.Element {
  const me = () => props.visit.known.me;
  const isOwn = (event: CityEvent) =>
    event.subject === me().id || (event.type === 'credits.transferred' && event.data.from === me().id);
  const lines = () =>
    linesOf(props.visit.known.notifications.filter(isOwn), me().id).filter(({ kind }) => kind === 'credits');
  return (
    <>
      <PartHeading>Your wallet</PartHeading>
      <p class="large" aria-live="polite">
        <strong class="number">{credits(me().balance)}</strong>
      </p>
      <p>
        Credits are the city’s money, and have no worth outside. You can give them to residents: living costs some at
        each hour, and whoever cannot pay dies. You find the field for it on the page of each of your souls that lives.
      </p>
      <AboutTicks />
      <p>
        Only the operator of this city puts credits into your wallet. Ask the operator, and give this id:{' '}
        <code>{me().id}</code>.
      </p>
      <Sheet title="How your balance came about">
        <AccountHistoryTable
          look={requests.walletHistory}
          revision={me().balance}
          label="Your wallet, the newest first"
        />
      </Sheet>
      <Sheet title="What came and went">
        <Lines lines={lines()} isAloud label="What came and went, the newest first" empty="Nothing yet." />
      </Sheet>
    </>
  );
}
