import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { type Graph, inputsOf, type Told } from './graph.ts';

interface NodeListProps {
  graph: Graph;
  selected: string | null;
  nameOf: (id: string) => string;
  kindNameOf: (kind: string) => string;
  problemsOf: (id: string) => NonNullable<Told['problems']>;
  onPress: (id: string) => void;
}

/** The same as the drawing in words: every node with its kind, what leads into it and what is wrong with it. */
export function NodeList({ graph, selected, nameOf, kindNameOf, problemsOf, onPress }: NodeListProps) {
  const t = useTranslate();
  return (
    <details className="tg-graph-list">
      <summary>{t('editor.list', { count: graph.nodes.length })}</summary>
      <ol>
        {graph.nodes.map(({ id, kind }) => {
          const names = inputsOf(graph, id).map((edge) => nameOf(edge.from));
          return (
            <li key={id}>
              <PlainButton look="link" text={nameOf(id)} aria-pressed={id === selected} onClick={() => onPress(id)} />
              <span>
                {[
                  ...(kindNameOf(kind) === nameOf(id) ? [] : [kindNameOf(kind)]),
                  ...(names.length > 0 ? [t('editor.after', { names: names.join(', ') })] : []),
                ].join(' · ')}
              </span>
              {problemsOf(id).map(({ text }) => (
                <span key={text} className="tg-graph-problem">
                  {text}
                </span>
              ))}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
