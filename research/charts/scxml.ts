/**
 * A chart as SCXML (https://www.w3.org/TR/scxml/): structure, events, and the names of guards and actions. Guards are functions of the
 * city, so a condition here is a name, and an action a `civitas:action`: another interpreter reads the shape, it does not run the rules.
 */
import { escaped } from '../markup.ts';
import { type Chart, type State, type Transition, transitionsFrom } from './chart.ts';

export function scxmlOf(chart: Chart): string {
  const head =
    '<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:civitas="urn:civitas:chart" version="1.0" datamodel="null"' +
    ` name="${escaped(chart.id)}" initial="${idOf(chart, '')}">`;
  // The root is a state within: a document has no transitions and no entry of its own.
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', head, ...stateOf(chart, chart.root, '  '), '</scxml>'];
  return `${lines.join('\n')}\n`;
}

function stateOf(chart: Chart, state: State, indent: string): readonly string[] {
  const tag = state.type === 'parallel' || state.type === 'final' || state.type === 'history' ? state.type : 'state';
  const initial = state.initial === null ? '' : ` initial="${idOf(chart, state.initial)}"`;
  const inner = `${indent}  `;
  return [
    `${indent}<${tag} id="${idOf(chart, state.path)}"${initial}>`,
    ...block('onentry', state.entry, inner),
    ...block('onexit', state.exit, inner),
    ...transitionsFrom(chart, state.path).flatMap((each) => transitionOf(chart, each, inner)),
    ...state.states.flatMap((each) => stateOf(chart, each, inner)),
    `${indent}</${tag}>`,
  ];
}

function transitionOf(chart: Chart, transition: Transition, indent: string): readonly string[] {
  const { event, guard, actions, targets, reenters } = transition;
  const attributes = [
    ...(event === null ? [] : [`event="${escaped(event)}"`]),
    ...(guard === null ? [] : [`cond="${escaped(guard)}"`]),
    ...(targets.length === 0 ? [] : [`target="${targets.map((path) => idOf(chart, path)).join(' ')}"`]),
    ...(isWithin(transition) && !reenters ? ['type="internal"'] : []),
  ];
  const start = ['<transition', ...attributes].join(' ');
  if (actions.length === 0) return [`${indent}${start}/>`];
  return [`${indent}${start}>`, ...actions.map((name) => action(name, `${indent}  `)), `${indent}</transition>`];
}

/** Whether it leads into its own state, which then is not left. */
const isWithin = ({ source, targets }: Transition): boolean =>
  targets.length > 0 && targets.every((path) => source === '' || path.startsWith(`${source}.`));

const block = (tag: string, actions: readonly string[], indent: string): readonly string[] =>
  actions.length === 0
    ? []
    : [`${indent}<${tag}>`, ...actions.map((name) => action(name, `${indent}  `)), `${indent}</${tag}>`];

const action = (name: string, indent: string): string => `${indent}<civitas:action name="${escaped(name)}"/>`;

/** Unique in the document; that of the root is the chart's own. */
const idOf = (chart: Chart, path: string): string => escaped(path === '' ? chart.id : `${chart.id}.${path}`);
