/** The life of a pod, walked: from a workshop, or a room of a house, to its ruin. */
import { z } from 'zod';
import { pod } from '../../actors/kinds/pod/index.ts';
import type { PodContext, PodInput } from '../../actors/kinds/pod/messages.ts';
import { shownPricing } from '../../actors/kinds/pod/view.ts';
import { noCode } from '../../actors/rules/code/code-rules.ts';
import type { Access } from '../../actors/rules/place/access.ts';
import { commons, homeOf } from '../../actors/rules/place/names.ts';
import type { Pricing } from '../../actors/rules/place/pricing.ts';
import { answerOf } from '../../actors/rules/workshops/contributions.ts';
import { present } from './facts.ts';
import { defineModel } from './kind-model.ts';
import { building } from './pod-building.ts';
import { contributing } from './pod-contributing.ts';
import { type At, begin, births, type Life, podName, type Role } from './pod-life.ts';
import { managing } from './pod-managing.ts';
import { serving } from './pod-serving.ts';
import type { Shown } from './stage.ts';

const workshop: PodInput = {
  id: 'self',
  name: podName,
  tier: 'tiny',
  beginning: 'workshop',
  creator: 'owner',
  owner: 'owner',
  representative: 'speaker',
  collaborators: ['helper'],
  contributors: ['visitor'],
  share: 2_000,
  isSeen: true,
  birthplace: commons,
  door: 'req_1',
  exit: 'exit_1',
  funding: 2_000,
  description: null,
  pricing: { perEntry: null, perQuery: 0, split: {} },
  features: [],
  ...noCode,
};

const inputs: Readonly<Record<string, PodInput>> = {
  [births.shared]: workshop,
  [births.inHouse]: { ...workshop, collaborators: [], birthplace: homeOf('host') },
  [births.fromHome]: {
    ...workshop,
    beginning: 'deployed',
    representative: 'owner',
    collaborators: [],
    contributors: [],
    share: 0,
    birthplace: null,
    door: null,
    exit: null,
  },
};

const Whole = z.looseObject({ access: z.looseObject({ type: z.string() }) });

/** The pod as its representative or owner sees it, or anyone when neither is left. */
async function shown({ name, people }: Life): Promise<Shown> {
  const path = `/v1/pods/${name}`;
  for (const who of [people.speaker, people.owner, people.visitor])
    if ((await who.refusalOf(path)) === undefined) return Whole.parse(await who.get(path));
  return people.visitor.get(`/v1/credits/pools/${name}`);
}

function foretold({ state, context }: At, { name: id, people }: Life): Shown {
  const idOf = (role: string | null) => (role === null ? null : people[role as Role].id);
  const seenByAnyone = { id, name: context.name, status: state.split('.')[0] };
  if (context.owner === null) return seenByAnyone;
  return {
    ...seenByAnyone,
    state,
    tier: context.tier,
    owner: idOf(context.owner),
    representative: idOf(context.representative),
    collaborators: context.collaborators.map(idOf),
    contributors: (context.contributors ?? []).map((one) => ({
      resident: idOf(one),
      share: (context.asked?.share ?? 0) / 1000,
      status: answerOf(context, one),
    })),
    features: context.features,
    access: accessOf(context.access, idOf),
    pricing: pricingOf(context.pricing, idOf),
    has_service: context.entry === 'index.js',
    ...(state.startsWith('workshop') && { location: placeOf(context, people) }),
  };
}

type IdOf = (role: string) => string | null;
const accessOf = ({ type, allowed }: Access, idOf: IdOf) => ({ type, allowed: allowed.map(idOf) });
const pricingOf = ({ split, ...pricing }: Pricing, idOf: IdOf) =>
  shownPricing(
    {
      ...pricing,
      split: Object.fromEntries(Object.entries(split).map(([role, part]) => [String(idOf(role)), part])),
    },
    null,
  );
const placeOf = ({ birthplace }: PodContext, { host }: Life['people']) =>
  birthplace === homeOf('host') ? homeOf(host.id) : birthplace;

export const podModel = defineModel({
  kind: pod,
  births: Object.fromEntries(Object.entries(inputs).map(([birth, input]) => [birth, { ...input, facts: present }])),
  project: ({ state }: At) => state,
  variants: { ...building, ...contributing, ...managing, ...serving },
  begin,
  shown,
  foretold,
});
