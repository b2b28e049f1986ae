/** The events of a connection, with their facts. */
import { commons, residentActor } from '../../../actors/rules/place/names.ts';
import type { Message } from '../../../engine/effect.ts';
import { ada, bo, facts, full, inn, link, site, soul } from './facts.ts';

export const between = [
  { from: site(commons), to: inn },
  { from: inn, to: site('shed', { status: 'workshop', representative: bo }) },
  { from: inn, to: site('mill', { representative: bo }) },
  { from: inn, to: site('mill', { representative: bo, connections: 4 }) },
  { from: inn, to: site('mill', { representative: bo, keepsOne: true }) },
  { from: site(commons), to: site('shed', { status: 'workshop', representative: ada }) },
  { from: site(commons), to: full },
].map((both) => ({ ...both, payee: residentActor(ada) }));

export const connectionEvents: readonly Message[] = [
  ...between.flatMap((both) => [
    ...[ada, bo, 'cleo-3'].flatMap((by) => [
      ...['approve_connection', 'reject_connection', 'close_connection'].map((type) => ({
        type,
        by,
        ...facts(3, both),
      })),
      {
        type: 'update_connection',
        by,
        entrance: null,
        way_back: soul,
        visibility: 'hidden',
        access: { type: 'gated', allowed: [] },
        ...facts(3, both),
      },
    ]),
    ...[
      'opens',
      'door.closes',
      'approvals.given',
      'request.expires',
      'forgotten',
      'from.ended',
      'to.ended',
      'requester.ended',
    ].map((type) => ({ type, ...facts(4, both) })),
    ...[ada, bo].flatMap((traveller) =>
      ['inn', 'mill', commons].map((from) => ({
        type: 'traverse',
        traveller,
        from,
        exit: 'exit_one',
        max_toll: null,
        ...facts(3, both),
      })),
    ),
  ]),
  { type: 'door.admits', members: [bo], ...facts(3, between[0]) },
  { type: 'nonsense', ...facts(3, between[0]) },
];

export const terms = (rest: object = {}) => ({
  request: 'req_one',
  exit: 'exit_one',
  ...link('inn'),
  to: 'mill',
  requester: ada,
  ...rest,
});
