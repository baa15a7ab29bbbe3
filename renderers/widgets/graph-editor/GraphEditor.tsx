import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { observer, useController, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { GraphEditorOptions } from '../../../src/generated/options.ts';
import { listOf } from '../../shared/list.ts';
import { directions, nextPoint } from '../../shared/plane/arrows.ts';
import { PlaneTools } from '../../shared/plane/PlaneTools.tsx';
import { Stage } from '../../shared/plane/Stage.tsx';
import { useView } from '../../shared/plane/useView.ts';
import type { Place } from '../../shared/plane/view.ts';
import { Bar, type Kind } from './Bar.tsx';
import { Card } from './Card.tsx';
import {
  connected,
  type DrawnEdge,
  ends,
  freePlace,
  type Graph,
  inputsOf,
  newId,
  placesOf,
  readGraph,
  refusal,
  swapped,
  type Told,
  withNode,
  without,
  withoutEdge,
} from './graph.ts';
import { Lines, Marks } from './Lines.tsx';
import { NodeList } from './NodeList.tsx';
import { useDragging } from './useDragging.ts';
import { useHistory } from './useHistory.ts';
import '../../shared/series-tone.css';
import './graph-editor.css';

/** Pixels a node moves with Alt and an arrow key. */
const nudge = 20;
/** Scale below which names of nodes cannot be read. */
const readable = 0.85;
const nothing = { places: new Map<string, Place>(), least: readable };

/** Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y. */
function stepOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' ? 'redo' : undefined;
}

/** Draws a directed graph and lets people change it. */
export const GraphEditor = observer(function GraphEditor({ options, node: own, expose }: WidgetProps<GraphEditorOptions>) {
  const t = useTranslate();
  const { title, kinds, readOnly = false, height = 460, onChange, onSelect, emptyText } = options;
  const graph = useMemo(() => readGraph(options.graph), [options.graph]);
  const told = useMemo(() => new Map(listOf<Told>(options.told).map((one) => [one.id, one])), [options.told]);
  const rules = useMemo(() => new Map(kinds.map((kind) => [kind.kind, kind])), [kinds]);
  const { canUndo, canRedo, undo, redo } = useHistory(graph);
  const stage = useRef<HTMLDivElement>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [reached, setReached] = useState<string>();
  const [said, setSaid] = useState('');
  const [framed, setFramed] = useState(nothing);
  const { view, enlarge, bringIn } = useView(stage, framed.places, framed);
  const { drag, from, setFrom, dragged, grab, pull } = useDragging(stage, view);

  const places = useMemo(() => {
    const all = placesOf(graph, told);
    const place = drag && all.get(drag.id);
    return place ? new Map(all).set(drag.id, { x: place.x + drag.dx, y: place.y + drag.dy }) : all;
  }, [graph, told, drag]);
  const isThere = graph.nodes.length > 0;
  // The drawing stays where people moved it: only what comes first is fitted in, as far as it can be read.
  const first = useRef(true);
  useEffect(() => {
    if (!isThere || !first.current) return;
    first.current = false;
    setFramed({ places: ends(places), least: readable });
  }, [isThere, places]);

  const selected = graph.nodes.some(({ id }) => id === options.selected) ? (options.selected ?? null) : null;
  useEffect(() => expose({ selected, canUndo, canRedo }), [expose, selected, canUndo, canRedo]);
  const change = (next: Graph) => void onChange?.({ graph: next });
  const choose = (id: string | null) => void onSelect?.({ node: graph.nodes.find((node) => node.id === id) ?? null });
  useController(own, {
    set: ([path], value) => {
      if (selected === null) return;
      if (path !== 'node') return;
      const { title: name, settings } = (value ?? {}) as { title?: string; settings?: Record<string, unknown> };
      const { title: _before, ...kept } = graph.nodes.find(({ id }) => id === selected) ?? { id: selected, kind: '' };
      const next = { ...kept, ...(name && { title: name }), ...(settings && { settings }) };
      change({ ...graph, nodes: graph.nodes.map((node) => (node.id === selected ? next : node)) });
    },
  });

  const kindOf = (id: string | null) => rules.get(graph.nodes.find((one) => one.id === id)?.kind ?? '');
  const nameOf = (id: string) => graph.nodes.find((one) => one.id === id)?.title || told.get(id)?.name || kindOf(id)?.label || id;
  const kindNameOf = (kind: string) => rules.get(kind)?.label ?? kind;
  const problemsOf = (id: string) => told.get(id)?.problems ?? [];

  const add = (kind: Kind) => {
    const id = newId(graph, kind.kind);
    const place = freePlace(places, selected === null ? undefined : places.get(selected));
    let next: Graph = { ...graph, nodes: [...graph.nodes, { id, kind: kind.kind, ...place, settings: { ...kind.settings } }] };
    // Beside the chosen one it goes on from it.
    if (selected !== null && refusal(next, selected, id, rules) === undefined) next = connected(next, selected, id, rules);
    change(next);
    setSaid(t('editor.added', { name: kind.label }));
    void onSelect?.({ node: next.nodes.find((node) => node.id === id) ?? null });
    bringIn(place);
    setReached(id);
  };
  const remove = (id: string) => {
    change(without(graph, id));
    setSaid(t('editor.removed', { name: nameOf(id) }));
    if (selected === id) choose(null);
  };
  const cut = (edge: DrawnEdge) => {
    change(withoutEdge(graph, edge));
    setSaid(t('editor.cut', { from: nameOf(edge.from), to: nameOf(edge.to) }));
  };
  const connect = (start: string, end: string) => {
    setFrom(undefined);
    const reason = refusal(graph, start, end, rules);
    if (reason !== undefined) return setSaid(t(reason, { name: nameOf(end) }));
    change(connected(graph, start, end, rules));
    setSaid(t('editor.connected', { from: nameOf(start), to: nameOf(end) }));
  };
  const go = (step: 'undo' | 'redo') => {
    const next = step === 'undo' ? undo() : redo();
    if (!next) return;
    change(next);
    setSaid(t(step === 'undo' ? 'editor.undone' : 'editor.redone'));
  };
  const press = (id: string) => {
    if (from) return connect(from.id, id);
    if (id !== selected) choose(id);
    // From the list it may be one that is not in sight.
    const place = places.get(id);
    if (place) bringIn(place);
  };
  const move = (id: string, by: Place) => {
    const place = places.get(id);
    if (place) change(withNode(graph, id, { x: Math.round(place.x + by.x), y: Math.round(place.y + by.y) }));
  };
  const stop = reached !== undefined && places.has(reached) ? reached : (selected ?? graph.nodes[0]?.id);
  const reach = (id: string | undefined) => {
    const place = id === undefined ? undefined : places.get(id);
    if (id === undefined || !place) return;
    setReached(id);
    bringIn(place);
    buttons.current.get(id)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const { key } = event;
    const step = stepOf(event);
    if ((event.ctrlKey || event.metaKey) && !step) return;
    const way = directions[key];
    if (step && !readOnly) go(step);
    else if (way && event.altKey && !readOnly) move(id, { x: way.x * nudge, y: way.y * nudge });
    else if (way && !event.altKey) reach(nextPoint(key, id, places));
    else if (key === 'Delete' && !readOnly) remove(id);
    else if (key === 'Escape' && from) setFrom(undefined);
    else if (key === 'Escape' && selected !== null) choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="tg-graph" aria-label={title}>
      {readOnly ? null : (
        <Bar
          title={title}
          graph={graph}
          kinds={kinds}
          isConnecting={from !== undefined}
          canConnect={selected !== null && kindOf(selected)?.outputs !== false}
          canSwap={selected !== null && inputsOf(graph, selected).length === 2}
          canRemove={selected !== null}
          canUndo={canUndo}
          canRedo={canRedo}
          onAdd={add}
          onConnect={() => setFrom(from || selected === null ? undefined : { id: selected })}
          onSwap={() => selected !== null && change(swapped(graph, selected))}
          onRemove={() => selected !== null && remove(selected)}
          onUndo={() => go('undo')}
          onRedo={() => go('redo')}
        />
      )}
      <div className="tg-graph-frame" style={{ blockSize: height }} data-connecting={from !== undefined || undefined}>
        <Stage stage={stage} view={view}>
          <Lines edges={graph.edges} places={places} selected={selected} loose={from} />
          {graph.nodes.map(({ id, kind }) => (
            <Card
              key={id}
              id={id}
              name={nameOf(id)}
              kind={rules.get(kind)}
              kindName={kindNameOf(kind)}
              place={places.get(id)}
              problems={problemsOf(id)}
              isSelected={id === selected}
              isStop={id === stop}
              element={(element) => {
                if (element) buttons.current.set(id, element);
                else buttons.current.delete(id);
              }}
              onReach={() => setReached(id)}
              onGrab={(event) => !readOnly && grab(event, id, (by) => move(id, by))}
              onKeyDown={(event) => onKeyDown(event, id)}
              onPress={() => {
                if (!dragged.current) press(id);
                dragged.current = false;
              }}
              onPull={readOnly || rules.get(kind)?.outputs === false ? undefined : (event) => pull(event, id, (end) => connect(id, end))}
            />
          ))}
          <Marks edges={graph.edges} places={places} selected={selected} nameOf={nameOf} onCut={readOnly ? undefined : cut} />
        </Stage>
        {isThere ? null : <p className="tg-graph-empty">{emptyText ?? t('editor.empty')}</p>}
        <PlaneTools enlarge={enlarge} showAll={() => setFramed({ places: ends(places), least: 0 })} />
      </div>
      <p role="status" className="tg-graph-said">
        {from ? t('editor.connecting', { name: nameOf(from.id) }) : said}
      </p>
      <NodeList graph={graph} selected={selected} nameOf={nameOf} kindNameOf={kindNameOf} problemsOf={problemsOf} onPress={press} />
    </section>
  );
});
