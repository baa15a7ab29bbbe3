import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { observer, useController, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { GraphEditorOptions } from '../../../src/generated/options.ts';
import { nextPoint, type Place } from '../../displays/network-graph/places.ts';
import { useView } from '../../displays/network-graph/useView.ts';
import { MenuButton } from '../../shared/controls/MenuButton.tsx';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { listOf } from '../../shared/list.ts';
import {
  connected,
  type DrawnEdge,
  type Graph,
  lineBetween,
  newId,
  readGraph,
  refusal,
  size,
  swapped,
  type Told,
  withNode,
  without,
  withoutEdge,
} from './graph.ts';
import { useHistory } from './useHistory.ts';
import '../../shared/series-tone.css';
import './graph-editor.css';

const step = 1.3;
/** Pixels a node moves with Alt and an arrow key, and below which a press is no drag. */
const nudge = 20;
const still = 4;

/** Draws a directed graph and lets people change it. */
export const GraphEditor = observer(function GraphEditor({ options, node: own, expose }: WidgetProps<GraphEditorOptions>) {
  const t = useTranslate();
  const { title, kinds, readOnly = false, height = 460, onChange, onSelect, emptyText } = options;
  const graph = useMemo(() => readGraph(options.graph), [options.graph]);
  const told = useMemo(() => new Map(listOf<Told>(options.told).map((one) => [one.id, one])), [options.told]);
  const rules = useMemo(() => new Map(kinds.map((kind) => [kind.kind, kind])), [kinds]);
  const { canUndo, undo } = useHistory(graph);
  const arrow = useId().replaceAll(':', '');
  const stage = useRef<HTMLDivElement>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const [reached, setReached] = useState<string>();
  const [drag, setDrag] = useState<{ id: string; dx: number; dy: number }>();
  /** The node a line is being drawn from, and where its loose end is. */
  const [from, setFrom] = useState<{ id: string; end?: Place }>();
  const [said, setSaid] = useState('');

  const places = useMemo(() => {
    const all = new Map<string, Place>();
    for (const [index, node] of graph.nodes.entries()) {
      const place = { x: node.x ?? told.get(node.id)?.x ?? index * 230, y: node.y ?? told.get(node.id)?.y ?? 0 };
      all.set(node.id, drag?.id === node.id ? { x: place.x + drag.dx, y: place.y + drag.dy } : place);
    }
    return all;
  }, [graph, told, drag]);
  const [framed, setFramed] = useState<ReadonlyMap<string, Place>>(new Map());
  const { view, enlarge, bringIn } = useView(stage, framed);
  const isThere = graph.nodes.length > 0;
  const showAll = () => setFramed(corners(places));
  // The drawing stays where people moved it: only what comes first is fitted in.
  const first = useRef(true);
  useEffect(() => {
    if (!isThere || !first.current) return;
    first.current = false;
    setFramed(corners(places));
  }, [isThere, places]);

  const selected = graph.nodes.some(({ id }) => id === options.selected) ? (options.selected ?? null) : null;
  useEffect(() => expose({ selected, canUndo }), [expose, selected, canUndo]);
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

  const nameOf = (id: string) => {
    const node = graph.nodes.find((one) => one.id === id);
    return node?.title || told.get(id)?.name || rules.get(node?.kind ?? '')?.label || id;
  };
  const add = (kind: (typeof kinds)[number]) => {
    const id = newId(graph, kind.kind);
    const beside = selected === null ? undefined : places.get(selected);
    const x = beside ? beside.x + 230 : Math.max(0, ...[...places.values()].map((place) => place.x)) + (isThere ? 230 : 0);
    let y = beside?.y ?? 0;
    const isTaken = () =>
      [...places.values()].some((place) => Math.abs(place.x - x) < size.width && Math.abs(place.y - y) < size.height + 12);
    while (isTaken()) y += size.height + 34;
    let next: Graph = { ...graph, nodes: [...graph.nodes, { id, kind: kind.kind, x, y, settings: { ...kind.settings } }] };
    // Beside the chosen one it goes on from it.
    if (selected !== null && refusal(next, selected, id, rules) === undefined) next = connected(next, selected, id, rules);
    change(next);
    setSaid(t('editor.added', { name: kind.label }));
    void onSelect?.({ node: next.nodes.find((node) => node.id === id) ?? null });
    bringIn({ x, y });
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
  const takeBack = () => {
    const before = undo();
    if (!before) return;
    change(before);
    setSaid(t('editor.undone'));
  };
  const press = (id: string) => {
    if (from) connect(from.id, id);
    else if (id !== selected) choose(id);
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
    const isUndo = (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z';
    if ((event.ctrlKey || event.metaKey) && !isUndo) return;
    const place = places.get(id);
    const arrows: Record<string, Place> = {
      ArrowLeft: { x: -1, y: 0 },
      ArrowRight: { x: 1, y: 0 },
      ArrowUp: { x: 0, y: -1 },
      ArrowDown: { x: 0, y: 1 },
    };
    const way = arrows[key];
    if (isUndo && !readOnly) takeBack();
    else if (way && event.altKey && place && !readOnly)
      change(withNode(graph, id, { x: place.x + way.x * nudge, y: place.y + way.y * nudge }));
    else if (way && !event.altKey) reach(nextPoint(key, id, places));
    else if (key === 'Delete' && !readOnly) remove(id);
    else if (key === 'Escape' && from) setFrom(undefined);
    else if (key === 'Escape' && selected !== null) choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Follows the pointer until it is let go: `move` hears how far it went on the plane. */
  const follow = (event: PointerEvent, move: (dx: number, dy: number, at: Place) => void, end: (at: globalThis.PointerEvent) => void) => {
    const box = stage.current?.getBoundingClientRect();
    const start = { x: event.clientX, y: event.clientY };
    const target = event.currentTarget;
    const moved = (now: globalThis.PointerEvent) =>
      move((now.clientX - start.x) / view.k, (now.clientY - start.y) / view.k, {
        x: (now.clientX - (box?.left ?? 0) - view.x) / view.k,
        y: (now.clientY - (box?.top ?? 0) - view.y) / view.k,
      });
    const done = (now: globalThis.PointerEvent) => {
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', done);
      window.removeEventListener('pointercancel', done);
      if (target.isConnected) end(now);
    };
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', done);
    window.addEventListener('pointercancel', done);
  };
  const dragged = useRef(false);
  const grab = (event: PointerEvent, id: string) => {
    dragged.current = false;
    if (event.button !== 0 || readOnly || from) return;
    const place = places.get(id);
    let last = { dx: 0, dy: 0 };
    follow(
      event,
      (dx, dy) => {
        if (!dragged.current && Math.hypot(dx, dy) < still) return;
        dragged.current = true;
        last = { dx, dy };
        setDrag({ id, dx, dy });
      },
      () => {
        setDrag(undefined);
        if (dragged.current && place) change(withNode(graph, id, { x: Math.round(place.x + last.dx), y: Math.round(place.y + last.dy) }));
      },
    );
  };
  const pull = (event: PointerEvent, id: string) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setFrom({ id });
    follow(
      event,
      (_dx, _dy, end) => setFrom({ id, end }),
      (at) => {
        const target = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-graph-node]');
        const to = target && stage.current?.contains(target) ? target.dataset.graphNode : undefined;
        if (to !== undefined && to !== id) connect(id, to);
        else setFrom(undefined);
      },
    );
  };

  const loose = from?.end && places.get(from.id);
  const inputsOf = (id: string) => graph.edges.filter((edge) => edge.to === id).sort((one, other) => (one.slot ?? 0) - (other.slot ?? 0));
  const hasSlots = (id: string) => inputsOf(id).length > 1;
  const problemsOf = (id: string) => told.get(id)?.problems ?? [];
  const levelOf = (id: string) => {
    const problems = problemsOf(id);
    return problems.some(({ level }) => level !== 'warning') ? 'error' : problems.length > 0 ? 'warning' : undefined;
  };

  return (
    <section className="tg-graph" aria-label={title}>
      {readOnly ? null : (
        <div className="tg-graph-bar" role="toolbar" aria-label={title}>
          <MenuButton
            entries={kinds.map((kind) => ({
              key: kind.kind,
              text: kind.label,
              ...(kind.icon !== undefined && { icon: kind.icon }),
              disabled: kind.most !== undefined && graph.nodes.filter((node) => node.kind === kind.kind).length >= kind.most,
              onChoose: () => add(kind),
            }))}
          >
            {(props) => <PlainButton {...props} icon="plus" text={t('editor.add')} size="small" />}
          </MenuButton>
          <PlainButton
            size="small"
            icon="node-index"
            text={from ? t('editor.connectTo') : t('editor.connect')}
            aria-pressed={from !== undefined}
            disabled={selected === null || rules.get(graph.nodes.find(({ id }) => id === selected)?.kind ?? '')?.outputs === false}
            onClick={() => setFrom(from || selected === null ? undefined : { id: selected })}
          />
          <PlainButton
            size="small"
            icon="swap"
            text={t('editor.swap')}
            disabled={selected === null || inputsOf(selected).length !== 2}
            onClick={() => selected !== null && change(swapped(graph, selected))}
          />
          <PlainButton
            size="small"
            icon="delete"
            text={t('editor.remove')}
            disabled={selected === null}
            onClick={() => selected !== null && remove(selected)}
          />
          <PlainButton size="small" icon="undo" text={t('editor.undo')} disabled={!canUndo} onClick={takeBack} />
        </div>
      )}
      <div className="tg-graph-frame" style={{ blockSize: height }}>
        <div ref={stage} className="tg-graph-stage" data-connecting={from !== undefined || undefined}>
          <div className="tg-graph-plane" style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.k})` }}>
            <svg className="tg-graph-lines" aria-hidden="true" focusable="false">
              <defs>
                <marker
                  id={arrow}
                  viewBox="0 0 8 8"
                  refX="6"
                  refY="4"
                  markerUnits="userSpaceOnUse"
                  markerWidth="10"
                  markerHeight="10"
                  orient="auto"
                >
                  <path d="M0 0L8 4L0 8z" />
                </marker>
              </defs>
              {graph.edges.map((edge) => {
                const [start, end] = [places.get(edge.from), places.get(edge.to)];
                if (!start || !end) return null;
                const isNear = selected !== null && (edge.from === selected || edge.to === selected);
                return (
                  <path
                    key={`${edge.from} ${edge.to}`}
                    className="tg-graph-line"
                    data-near={isNear || undefined}
                    d={lineBetween(start, end)}
                    markerEnd={`url(#${arrow})`}
                  />
                );
              })}
              {loose && from?.end ? (
                <path className="tg-graph-line" data-loose d={lineBetween(loose, { x: from.end.x + size.width / 2 + 6, y: from.end.y })} />
              ) : null}
            </svg>
            {graph.nodes.map((node) => {
              const place = places.get(node.id);
              const kind = rules.get(node.kind);
              const level = levelOf(node.id);
              return (
                <div
                  key={node.id}
                  className="tg-graph-node"
                  data-graph-node={node.id}
                  data-still
                  style={{ insetInlineStart: place?.x, insetBlockStart: place?.y }}
                >
                  <button
                    ref={(element) => {
                      if (element) buttons.current.set(node.id, element);
                      else buttons.current.delete(node.id);
                    }}
                    type="button"
                    className="tg-graph-card"
                    aria-pressed={node.id === selected}
                    tabIndex={node.id === stop ? 0 : -1}
                    data-series-tone={kind?.tone ?? 'neutral'}
                    data-level={level}
                    onPointerDown={(event) => grab(event, node.id)}
                    onFocus={() => setReached(node.id)}
                    onKeyDown={(event) => onKeyDown(event, node.id)}
                    onClick={() => {
                      if (!dragged.current) press(node.id);
                      dragged.current = false;
                    }}
                  >
                    <span className="tg-graph-sign" aria-hidden="true">
                      {kind?.icon ? <Icon name={kind.icon} size={16} /> : null}
                    </span>
                    <span className="tg-graph-words">
                      <span className="tg-graph-name">{nameOf(node.id)}</span>
                      <span className="tg-graph-kind">{kind?.label ?? node.kind}</span>
                    </span>
                    {level ? (
                      <span className="tg-graph-mark">
                        <Icon name="warning" size={14} />
                        <span className="tg-hidden">{t('editor.problems', { count: problemsOf(node.id).length })}</span>
                      </span>
                    ) : null}
                  </button>
                  {readOnly || kind?.outputs === false ? null : (
                    <span
                      className="tg-graph-out"
                      aria-hidden="true"
                      title={t('editor.pull')}
                      onPointerDown={(event) => pull(event, node.id)}
                    />
                  )}
                </div>
              );
            })}
            {graph.edges.map((edge) => {
              const [start, end] = [places.get(edge.from), places.get(edge.to)];
              if (!start || !end) return null;
              const isNear = selected !== null && (edge.from === selected || edge.to === selected);
              const at = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
              return (
                <span key={`${edge.from} ${edge.to}`}>
                  {hasSlots(edge.to) ? (
                    <span
                      className="tg-graph-slot"
                      aria-hidden="true"
                      style={{ insetInlineStart: end.x - size.width / 2 - 18, insetBlockStart: end.y + (start.y < end.y ? -10 : 10) }}
                    >
                      {(edge.slot ?? 0) + 1}
                    </span>
                  ) : null}
                  {isNear && !readOnly ? (
                    <button
                      type="button"
                      data-still
                      className="tg-graph-cut"
                      style={{ insetInlineStart: at.x, insetBlockStart: at.y }}
                      aria-label={t('editor.cutLine', { from: nameOf(edge.from), to: nameOf(edge.to) })}
                      title={t('editor.cutLine', { from: nameOf(edge.from), to: nameOf(edge.to) })}
                      onClick={() => cut(edge)}
                    >
                      <Icon name="close" size={10} />
                    </button>
                  ) : null}
                </span>
              );
            })}
          </div>
          {isThere ? null : <p className="tg-graph-empty">{emptyText ?? t('editor.empty')}</p>}
        </div>
        <div className="tg-graph-tools">
          <PlainButton
            icon="zoom-in"
            size="small"
            aria-label={t('network.enlarge')}
            title={t('network.enlarge')}
            onClick={() => enlarge(step)}
          />
          <PlainButton
            icon="zoom-out"
            size="small"
            aria-label={t('network.reduce')}
            title={t('network.reduce')}
            onClick={() => enlarge(1 / step)}
          />
          <PlainButton icon="fullscreen" size="small" aria-label={t('network.showAll')} title={t('network.showAll')} onClick={showAll} />
        </div>
      </div>
      <p role="status" className="tg-graph-said">
        {from ? t('editor.connecting', { name: nameOf(from.id) }) : said}
      </p>
      <details className="tg-graph-list">
        <summary>{t('editor.list', { count: graph.nodes.length })}</summary>
        <ol>
          {graph.nodes.map((node) => {
            const before = inputsOf(node.id);
            return (
              <li key={node.id}>
                <PlainButton look="link" text={nameOf(node.id)} aria-pressed={node.id === selected} onClick={() => press(node.id)} />
                <span>
                  {rules.get(node.kind)?.label ?? node.kind}
                  {before.length > 0 ? ` · ${t('editor.after', { names: before.map((edge) => nameOf(edge.from)).join(', ') })}` : ''}
                </span>
                {problemsOf(node.id).map(({ text }) => (
                  <span key={text} className="tg-graph-problem">
                    {text}
                  </span>
                ))}
              </li>
            );
          })}
        </ol>
      </details>
    </section>
  );
});

/** Both corners of every node, so that fitting in leaves none cut. */
function corners(places: ReadonlyMap<string, Place>): Map<string, Place> {
  const half = { x: size.width / 2 - 40, y: 0 };
  return new Map(
    [...places].flatMap(([id, { x, y }]) => [[`${id}<`, { x: x - half.x, y }] as const, [`${id}>`, { x: x + half.x, y }] as const]),
  );
}
