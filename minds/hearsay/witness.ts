/** What a mind makes of a happening: the fact that it knows from now on, and what somebody has done to it. */
import type { Happening } from '../perception/perception.ts';
import type { Deed } from '../ties/deeds.ts';
import { type Fact, witnessed } from './fact.ts';

export interface Witnessed {
  readonly facts: readonly Fact[];
  /** Who did something to this mind, and what. */
  readonly deed?: { readonly by: string; readonly deed: Deed };
  /** Names that were told with it, by id. */
  readonly names: Readonly<Record<string, string>>;
}

const nothing: Witnessed = { facts: [], names: {} };

type Reading = (of: Happening, self: string, tick: number) => Witnessed;

const did = (by: string, deed: Deed, facts: readonly Fact[] = []): Witnessed => ({
  facts,
  deed: { by, deed },
  names: {},
});
const saw = (facts: readonly Fact[], names: Readonly<Record<string, string>> = {}): Witnessed => ({ facts, names });

const readings: Readonly<Record<string, Reading>> = {
  'resident.born': ({ actor, name, of }, self, tick) => ({
    ...saw([witnessed('born', actor, { whom: of, tick })], { [actor]: name }),
    ...(of === self && { deed: { by: actor, deed: 'wasBroughtUp' as const } }),
  }),
  'resident.died': ({ actor, name, of }, self, tick) =>
    saw(
      [
        witnessed('died', actor, { tick }),
        ...(of === '' || of === self ? [] : [witnessed('lost', of, { whom: actor, tick })]),
      ],
      { [actor]: name },
    ),
  'resident.dying': ({ subject }, self, tick) =>
    subject === self ? nothing : saw([witnessed('dying', subject, { tick })]),
  'credits.transferred': ({ of, subject }, self, tick) =>
    subject === self ? did(of, 'gave', [witnessed('gave', of, { whom: self, tick })]) : nothing,
  'credits.received': ({ of, reason }, _self, tick) => {
    if (reason === 'estate') return did(of, 'leftEstate', [witnessed('died', of, { tick })]);
    return reason === 'reward' ? did(of, 'paid') : nothing;
  },
  'resident.vouched': ({ of, subject }, self, tick) =>
    subject === self ? did(of, 'vouched', [witnessed('vouched', of, { whom: self, tick })]) : nothing,
  'job.completed': ({ actor, of, to }, self, tick) => {
    if (of === '' || to === '' || of === self) return nothing;
    // Whom nobody answers the city pays when the time is over.
    return to === self && actor === '' ? did(of, 'paidLate') : saw([witnessed('paid', of, { whom: to, tick })]);
  },
  'job.rejected': ({ of, to }, self, tick) => {
    if (of === '' || to === '' || of === self) return nothing;
    const facts = [witnessed('turnedDown', of, { whom: to, tick })];
    return to === self ? did(of, 'turnedDown', facts) : saw(facts);
  },
  'job.submitted': ({ of, to }, self, tick) => {
    if (of === self) return did(to, 'tookWork');
    return of === '' && to !== '' && to !== self ? saw([witnessed('worked', to, { tick })]) : nothing;
  },
  'pod.deployed': ({ of, subject, name }, self, tick) =>
    of === '' || of === self ? nothing : saw([witnessed('opened', of, { place: subject, tick })], { [subject]: name }),
  // Who is asked for a share of a place that it has worked on shares in it.
  'funding.asked': ({ of, subject, name }, self, tick) => ({
    ...did(of, 'builtWith', [witnessed('builtWith', self, { whom: of, place: subject, tick })]),
    names: { [subject]: name },
  }),
  'pod.shut_down': ({ subject }, _self, tick) => saw([witnessed('closed', '', { place: subject, tick })]),
  'pod.inherited': ({ of, subject, name }, self, tick) =>
    saw([witnessed('inherited', self, { whom: of, place: subject, tick })], { [subject]: name }),
  'service.called': ({ actor, subject, amount }, self, tick) =>
    amount > 0 && actor !== self
      ? did(actor, 'bought', [witnessed('visited', actor, { place: subject, tick })])
      : nothing,
  'connection.approved': ({ actor }, self) => (actor === self ? nothing : did(actor, 'letIn')),
  'connection.rejected': ({ actor }, self) => (actor === self ? nothing : did(actor, 'shutOut')),
};

/** What is known by a happening; `self`: the mind. */
export function witness(happening: Happening, self: string, tick: number): Witnessed {
  const { type } = happening;
  return (
    (Object.hasOwn(readings, type) ? readings[type] : undefined)?.(happening, self, happening.tick ?? tick) ?? nothing
  );
}
