/** A lineage as a tree view of WAI-ARIA: one stop for the tab key, arrows walk. */
import { createEffect, createMemo, createSignal, type JSX, on, Show } from 'solid-js';
import { labelOf } from '../lib/names-read-alike.ts';
import { Kept } from '../parts/stable-list.tsx';
import type { Lineage } from './answers.ts';
import { type Branch, shownOf, stepOf, treeOf } from './lineage-tree.ts';

interface TreeProps {
  readonly answer: Lineage;
  readonly onChoose: (id: string) => void;
}

export function Tree(props: TreeProps): JSX.Element {
  const tree = () => treeOf(props.answer);
  const [at, setAt] = createSignal('');
  const [folded, setFolded] = createSignal<ReadonlySet<string>>(new Set());
  let list: HTMLDivElement | undefined;
  // When the same resident is fetched again, what is folded or chosen remains.
  const root = createMemo(() => props.answer.resident.id);
  createEffect(
    on(root, (id) => {
      setAt(id);
      setFolded(new Set<string>());
    }),
  );
  /** A visible resident, so that the tab key always finds one. */
  const current = () => (shownOf(tree(), folded()).some(({ kin }) => kin.id === at()) ? at() : root());
  const go = (id: string) => {
    setAt(id);
    list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  };
  const fold = (id: string, isFolded: boolean) => {
    const next = new Set(folded());
    if (isFolded) next.add(id);
    else next.delete(id);
    setFolded(next);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      return props.onChoose(current());
    }
    const step = stepOf(event.key, current(), tree(), folded());
    if (step === undefined) return;
    event.preventDefault();
    if (step.type === 'go') go(step.to);
    else fold(current(), step.type === 'fold');
  };
  return (
    <div
      ref={list}
      class="tree"
      role="tree"
      aria-label={`Lineage of ${props.answer.resident.name}`}
      onKeyDown={pressed}
    >
      <Node branch={tree()} at={current()} folded={folded()} go={go} fold={fold} />
    </div>
  );
}

interface NodeProps {
  readonly branch: Branch;
  readonly at: string;
  readonly folded: ReadonlySet<string>;
  readonly go: (id: string) => void;
  readonly fold: (id: string, isFolded: boolean) => void;
}

function Node(props: NodeProps): JSX.Element {
  const kin = () => props.branch.kin;
  const hasBelow = () => props.branch.branches.length > 0;
  const isOpen = () => hasBelow() && !props.folded.has(kin().id);
  const clicked = (event: MouseEvent) => {
    event.stopPropagation();
    props.go(kin().id);
    if (hasBelow()) props.fold(kin().id, isOpen());
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears the keys
    <div
      class="branch"
      role="treeitem"
      data-id={kin().id}
      tabIndex={props.at === kin().id ? 0 : -1}
      aria-level={props.branch.level}
      aria-expanded={hasBelow() ? isOpen() : undefined}
      aria-selected={props.at === kin().id}
      aria-label={`${labelOf(kin().id, kin().name)}, ${kin().status === 'dead' ? 'dead' : 'alive'}`}
      onClick={clicked}
    >
      <span class="kin">
        <span aria-hidden="true">{hasBelow() ? (isOpen() ? '−' : '+') : '·'}</span> {labelOf(kin().id, kin().name)}{' '}
        <small>{kin().status === 'dead' ? 'dead' : kin().id}</small>
        <Show when={props.branch.hidden > 0}>
          {' '}
          <small>and {props.branch.hidden} not shown</small>
        </Show>
      </span>
      <Show when={isOpen()}>
        {/* biome-ignore lint/a11y/useSemanticElements: the group of a tree is no fieldset */}
        <div role="group">
          <Kept each={props.branch.branches} by={({ kin }) => kin.id}>
            {(branch) => <Node {...props} branch={branch()} />}
          </Kept>
        </div>
      </Show>
    </div>
  );
}
