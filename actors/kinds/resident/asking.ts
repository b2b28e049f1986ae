/**
 * Commands of a resident to the places around it. `rules/place/commands.ts` has a row for each command; the actor that is asked decides.
 */
import { not } from 'xstate';
import { must } from '../../../engine/assert.ts';
import { send } from '../../../engine/effect.ts';
import { refusal } from '../../refusals.ts';
import { refuseNames } from '../../rules/people/named-residents.ts';
import type { PlaceCommandType } from '../../rules/place/command-messages.ts';
import { type Check, placeCommands, placeCommandTypes, refuseNotFound } from '../../rules/place/commands.ts';
import { standsAt } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { effect, type On, on, refuses } from './base.ts';

/** A rule for commands to places. */
const onAsking = <Result>(rule: (scene: On<PlaceCommandType>) => Result) => on(placeCommandTypes, rule);

type Wanting = On<PlaceCommandType | 'call_global_service'>;

/** A rule for every event that may be a call: of code at a place, or of a global service. */
const onWanting = <Result>(rule: (scene: Wanting) => Result) => on([...placeCommandTypes, 'call_global_service'], rule);

/** Calls and runs that a resident may have under way at once (CD5). */
const openCallsMax = ({ event }: Wanting): number => setting(event.facts.settings, 'OPEN_CALLS_MAX');

export const asking = {
  guards: {
    isFound: onAsking(({ event }) => event.facts.target !== null),
    isInPlace: onAsking(({ context, event }) => {
      const { required } = event.facts;
      return required === null || standsAt(context.location, required);
    }),
    namesAreKnown: onAsking(({ event }) => event.facts.wronglyNamed.length === 0),
    canAfford: onAsking(({ event }) => event.facts.balance >= event.facts.price),
    mayCallMore: onWanting((scene) => scene.event.facts.openCalls < openCallsMax(scene)),
  },
  actions: {
    refuseNotFound: refuses(onAsking(({ event }) => refuseNotFound(event.type, event))),
    refuseElsewhere: refuses(
      onAsking(({ context, event }) =>
        refusal('location_required', {
          required: must(event.facts.required, 'where to stand'),
          current: context.location,
        }),
      ),
    ),
    refuseNames: refuses(onAsking(({ event }) => refuseNames(event.facts.wronglyNamed))),
    refuseShort: refuses(
      onAsking(({ event: { facts } }) =>
        refusal('insufficient_credits', { required: facts.price, balance: facts.balance }),
      ),
    ),
    refuseCalls: refuses(
      onWanting((scene) =>
        refusal('rate_limited', {
          limit: openCallsMax(scene),
          window_seconds: 1,
          retry_after_seconds: 1,
          of: 'calls',
          open_calls: scene.event.facts.openCalls,
        }),
      ),
    ),
    /**
     * Passes the command on as it came, with the resident and its location. It uses the engine's untyped `send`:
     * `rules/place/command-messages.ts` declares that the actor that was found hears this command.
     */
    ask: effect(
      onAsking(({ context, event }) => {
        const { facts, ...said } = event;
        const message = { ...said, ...facts.found, by: context.id, location: context.location };
        return send(must(facts.target, 'somebody to ask'), message);
      }),
    ),
  },
};

const checks = {
  inPlace: { guard: not('isInPlace'), actions: 'refuseElsewhere' },
  affordable: { guard: not('canAfford'), actions: 'refuseShort' },
  endowment: { guard: not('keepsEndowment'), actions: 'refuseEndowment' },
  fewCalls: { guard: not('mayCallMore'), actions: 'refuseCalls' },
} as const satisfies Readonly<Record<Check, object>>;
const found = { guard: not('isFound'), actions: 'refuseNotFound' } as const;
const namesKnown = { guard: not('namesAreKnown'), actions: 'refuseNames' } as const;
const asks = { actions: 'ask' } as const;

/** The checks of a command, in the order in which a caller is refused; then the command is passed on. */
function transitionsOf(type: PlaceCommandType) {
  const { checks: needed = [], notFound, names } = placeCommands[type];
  const after = ['affordable', 'endowment', 'fewCalls'] as const;
  const has = (check: Check) => needed.includes(check);
  return [
    ...(notFound === undefined ? [] : [found]),
    ...(has('inPlace') ? [checks.inPlace] : []),
    ...(names === undefined ? [] : [namesKnown]),
    ...after.filter(has).map((check) => checks[check]),
    asks,
  ];
}

/** The commands of the living to the places around them. */
export const askingTransitions = Object.fromEntries(placeCommandTypes.map((type) => [type, transitionsOf(type)]));
