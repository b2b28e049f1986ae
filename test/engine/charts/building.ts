/** Every way to ask for a connection, a workshop or a deploy, and every fault of it. */
import type { Site } from '../../../actors/rules/place/endpoint.ts';
import { commons, connectionActor } from '../../../actors/rules/place/names.ts';
import { ada, bo, facts, fresh, full, inn, link, nowhere, site } from './facts.ts';

/** What can be at the ends of a connection that is asked for. */
const ends: readonly { readonly from: Site; readonly to: Site }[] = [
  { from: site(commons), to: inn },
  { from: site(commons), to: full },
  { from: full, to: site(commons) },
  { from: inn, to: site('shed', { status: 'workshop', representative: bo }) },
  { from: inn, to: site('mill', { status: 'ended' }) },
  { from: inn, to: nowhere },
];

export const asked = ends.flatMap(({ from, to }) =>
  [to.place, from.place].map((end) => ({
    type: 'request_connection',
    by: ada,
    to: end,
    ...link(from.place),
    ...facts(2, { ends: { from, to }, fee: 6_000, ...fresh }),
  })),
);
export const unknown = { id: 'nobody-9', death: null };
export const dead = { id: 'eve-3', death: { died_at: 'then', cause: 'natural' } };
const opened = { pod: 'inn', ...fresh, notAlive: [], linkEnds: [] };
const workshop = {
  type: 'open_workshop',
  by: ada,
  name: 'Inn',
  tier: 'tiny',
  collaborators: [bo],
  contributors: [],
  representative: bo,
  funding: 5_000,
  links: [],
  ...facts(2, opened),
};
export const workshops = [
  workshop,
  { ...workshop, funding: 499 },
  { ...workshop, funding: null },
  { ...workshop, funding: null, contributors: ['cleo-3'] },
  { ...workshop, funding: 999, contributors: ['cleo-3', ada, 'cleo-3'] },
  { ...workshop, contributors: ['cleo-3', ada, 'cleo-3'] },
  { ...workshop, links: [link('mill')], ...facts(2, { ...opened, linkEnds: [{ site: full, ...fresh }] }) },
  { ...workshop, links: [link('mill')], ...facts(2, { ...opened, linkEnds: [{ site: site('mill'), ...fresh }] }) },
  ...[unknown, dead].map((one) => ({ ...workshop, ...facts(2, { ...opened, notAlive: [one] }) })),
];

const linkEnd = (place: Site, reserved: string | null = null) => ({ site: place, reserved, ...fresh });
/** Every fault of a deploy on its own, and a deploy without one. */
export const deploys = [
  {},
  { by: bo },
  { location: 'mill' },
  { links: [link('mill')] },
  { features: ['library_terminal'] },
  { features: ['library_terminal'], tier: 'medium', funding: 9_000 },
  { funding: 999 },
  { funding: 1_999, contributors: ['cleo-3'] },
  { funding: 9_000, contributors: ['cleo-3', 'dora-4'] },
  { links: [], tier: 'large', contributors: ['cleo-3', bo] },
  { tier: 'small' },
  { links: [link(commons), link('a'), link('b')] },
  { linkEnds: [linkEnd(nowhere)] },
  { linkEnds: [linkEnd(site('mill', { status: 'ended' }))] },
  { linkEnds: [linkEnd(site('mill', { status: 'workshop' }))] },
  { linkEnds: [linkEnd(full)] },
  { linkEnds: [linkEnd(site('mill', { representative: 'cleo-3' }))] },
  { linkEnds: [linkEnd(site('mill', { representative: 'cleo-3' }), connectionActor('req_old'))] },
  { balance: 10 },
  { links: [], tier: 'large', funding: 0 },
  { links: [], tier: 'large', balance: 10 },
  { links: [], tier: 'tiny', funding: 0 },
].map(({ linkEnds = [linkEnd(site(commons))], balance = 900_000, ...rest }: Readonly<Record<string, unknown>>) => ({
  type: 'deploy',
  by: ada,
  location: commons,
  name: null,
  tier: 'tiny',
  description: null,
  links: [link(commons)],
  pricing: null,
  features: [],
  funding: 2_000,
  contributors: [],
  ...rest,
  ...facts(3, { linkEnds, balance, pod: 'ink', occupants: [bo] }),
}));
