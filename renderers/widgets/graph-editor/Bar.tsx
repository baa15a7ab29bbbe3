import { useTranslate } from '../../../src/engine/index.ts';
import type { GraphEditorOptions } from '../../../src/generated/options.ts';
import { MenuButton } from '../../shared/controls/MenuButton.tsx';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import type { Graph } from './graph.ts';

export type Kind = GraphEditorOptions['kinds'][number];

interface BarProps {
  title: string;
  graph: Graph;
  kinds: readonly Kind[];
  /** Whether a line is being drawn. */
  isConnecting: boolean;
  canConnect: boolean;
  canSwap: boolean;
  canRemove: boolean;
  canUndo: boolean;
  canRedo: boolean;
  onAdd: (kind: Kind) => void;
  onConnect: () => void;
  onSwap: () => void;
  onRemove: () => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** What can be done to the graph and to the chosen node, as buttons. */
export function Bar({ title, graph, kinds, isConnecting, canConnect, canSwap, canRemove, canUndo, canRedo, ...on }: BarProps) {
  const t = useTranslate();
  const countOf = (kind: string) => graph.nodes.filter((node) => node.kind === kind).length;
  return (
    <div className="tg-graph-bar" role="toolbar" aria-label={title}>
      <MenuButton
        entries={kinds.map((kind) => ({
          key: kind.kind,
          text: kind.label,
          ...(kind.icon !== undefined && { icon: kind.icon }),
          disabled: kind.most !== undefined && countOf(kind.kind) >= kind.most,
          onChoose: () => on.onAdd(kind),
        }))}
      >
        {(props) => <PlainButton {...props} icon="plus" text={t('editor.add')} size="small" />}
      </MenuButton>
      <PlainButton
        size="small"
        icon="node-index"
        text={isConnecting ? t('editor.connectTo') : t('editor.connect')}
        aria-pressed={isConnecting}
        disabled={!canConnect}
        onClick={on.onConnect}
      />
      <PlainButton size="small" icon="swap" text={t('editor.swap')} disabled={!canSwap} onClick={on.onSwap} />
      <PlainButton size="small" icon="delete" text={t('editor.remove')} disabled={!canRemove} onClick={on.onRemove} />
      <PlainButton size="small" icon="undo" text={t('editor.undo')} disabled={!canUndo} onClick={on.onUndo} />
      <PlainButton size="small" icon="redo" text={t('editor.redo')} disabled={!canRedo} onClick={on.onRedo} />
    </div>
  );
}
