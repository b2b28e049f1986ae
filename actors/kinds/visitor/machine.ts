/**
 * A visitor: a person outside the city who takes part in it. Its wallet is its account, which only the operator fills.
 *
 *   registered -> registered     it gives credits to a resident, or receives some; it writes souls, takes them back, fetches tokens;
 *                                it speaks and prints at portal stations; it posts jobs and answers what was done for them; it asks
 *                                residents, leaves notes and pictures, names wishes, and takes these away
 *
 * The gateway authenticates it; the city knows it by the reference of its login.
 */
import { setup } from 'xstate';
import { type Effect, post } from '../../../engine/effect.ts';
import { send } from '../../registry.ts';
import { tellCreditsReceivedForLater } from '../../rules/people/payees.ts';
import { residentActor, visitorActor } from '../../rules/place/names.ts';
import { type Birth, effect, on, refuse } from './base.ts';
import type { VisitorEvent } from './facts.ts';
import { havingWorkDone, jobCommands } from './jobs.ts';
import type { VisitorContext } from './messages.ts';
import { leavingPictures, pictureCommands } from './pictures.ts';
import { stationCommands, usingStations } from './portals.ts';
import { keepingSouls, soulCommands } from './souls.ts';
import { leavingWords, wordCommands } from './words.ts';

const own = ({ id }: VisitorContext) => visitorActor(id);

const machine = setup({
  types: {
    context: {} as VisitorContext,
    events: {} as VisitorEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    ...keepingSouls.guards,
    ...havingWorkDone.guards,
    ...leavingWords.guards,
    ...leavingPictures.guards,
  },
  actions: {
    refuse,
    ...keepingSouls.actions,
    ...usingStations.actions,
    ...havingWorkDone.actions,
    ...leavingWords.actions,
    ...leavingPictures.actions,
    /** Posted out of its wallet at once (VI2). */
    pay: effect(
      on('fund', ({ context, event }) => post(own(context), residentActor(event.resident), event.amount, 'fund')),
    ),
    /** A dead resident refuses it, and with that the payment. */
    askResident: effect(
      on('fund', ({ context, event }) =>
        send(residentActor(event.resident), { type: 'funded', visitor: context.id, amount: event.amount }),
      ),
    ),
    fillWallet: effect(on('grant', ({ context, event }) => post('treasury', own(context), event.amount, 'grant'))),
    /** Also among its notifications: it may be away (VI1). */
    tellGrant: effect(
      on('grant', ({ context, event }) =>
        tellCreditsReceivedForLater(own(context), { reason: 'grant', from: null, amount: event.amount / 1000 }),
      ),
    ),
  },
});

export const visitorMachine = machine.createMachine({
  id: 'visitor',
  context: ({ input: { facts, ...account } }) => ({ ...account, registeredAt: facts.at }),
  initial: 'registered',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    registered: {
      on: {
        ...soulCommands,
        ...stationCommands,
        ...jobCommands,
        ...wordCommands,
        ...pictureCommands,
        fund: { actions: ['pay', 'askResident'] },
        grant: { actions: ['fillWallet', 'tellGrant'] },
      },
    },
  },
});
