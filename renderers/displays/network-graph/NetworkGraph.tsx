import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { observer, useController, useDictionary, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { NetworkGraphOptions } from '../../../src/generated/options.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { nextPoint } from '../../shared/plane/arrows.ts';
import { PlaneTools } from '../../shared/plane/PlaneTools.tsx';
import { Stage } from '../../shared/plane/Stage.tsx';
import { step, useView } from '../../shared/plane/useView.ts';
import { drawingOf } from './drawing.ts';
import { Lines, LineTexts } from './Lines.tsx';
import { Mark } from './Mark.tsx';
import { besideOf, isMarked, isOnWay, type Point, readGraph } from './model.ts';
import '../../shared/series-tone.css';
import './network-graph.css';

/** With so many lines or fewer each says what it is. */
const fewLines = 24;
/** Scale below which the names on cards cannot be read. */
const readable = 0.8;
const keys = ['+', '=', '-', '0', 'Home', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Points and lines. An observer: the texts of lines read changing values. */
export const NetworkGraph = observer(function NetworkGraph(props: WidgetProps<NetworkGraphOptions>) {
  const t = useTranslate();
  const { nodes, loading, emptyText } = props.options;
  if (listOf(nodes).length > 0) return <Graph {...props} />;
  return loading ? <Loading /> : <p className="tg-network-empty">{emptyText ?? t('layout.empty')}</p>;
});

const Graph = observer(function Graph({ options, node, expose }: WidgetProps<NetworkGraphOptions>) {
  const { title, nodes, links, nodeKey, nodeName, nodeKind, from, to, center, dictionary, height = 560, onSelect, linkText } = options;
  const { arrangement = 'apart', nodeText, nodeUrl, nodeLevel, marked } = options;
  const isCards = arrangement === 'layers';
  const graph = useMemo(
    () => readGraph({ nodes, links, nodeKey, nodeName, nodeKind, from, to }),
    [nodes, links, nodeKey, nodeName, nodeKind, from, to],
  );
  const drawing = useMemo(() => drawingOf(graph, arrangement, center), [graph, arrangement, center]);
  const { places } = drawing;
  const stage = useRef<HTMLDivElement>(null);
  const buttons = useRef(new Map<string, HTMLElement>());
  const { view, enlarge, showAll, bringIn } = useView(
    stage,
    places,
    isCards ? { least: readable, focus: center, room: drawing.room } : undefined,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [reached, setReached] = useState<string>();
  const { entries = [] } = useDictionary(dictionary);

  const has = (key: string | null | undefined): key is string => key !== null && key !== undefined && places.has(key);
  const selected = has(chosen) ? chosen : null;
  const stop = has(reached) ? reached : has(center) ? center : graph.points[0]?.key;
  useEffect(() => expose({ selected }), [expose, selected]);

  const choose = (key: string | null) => {
    if (key === selected) return;
    setChosen(key);
    void onSelect?.({ node: graph.points.find((point) => point.key === key)?.source ?? null });
  };
  useController(node, { set: (_path, value) => choose(typeof value === 'string' ? value : null) });

  const reach = (key: string | undefined) => {
    const place = key === undefined ? undefined : places.get(key);
    if (key === undefined || !place) return;
    setReached(key);
    bringIn(place);
    buttons.current.get(key)?.focus({ preventScroll: true });
  };
  const act = (key: string): void => {
    if (key === '+' || key === '=') enlarge(step);
    else if (key === '-') enlarge(1 / step);
    else if (key === '0') showAll();
    else if (key === 'Home') reach(has(center) ? center : graph.points[0]?.key);
    else if (key === 'Escape') choose(null);
    else reach(nextPoint(key, stop ?? '', places));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOurs = event.key === 'Escape' ? selected !== null : keys.includes(event.key);
    if (!isOurs) return;
    event.preventDefault();
    event.stopPropagation();
    act(event.key);
  };

  const way = listOf<string>(options.way).map(String);
  const onWay = new Set([...way, ...graph.points.filter(({ source }) => isMarked(source, marked)).map(({ key }) => key)]);
  const beside = selected === null ? undefined : besideOf(selected, graph.lines);
  const kinds = [...new Set(graph.points.map(({ kind }) => kind))].filter((kind) => kind !== '');
  const lookOf = (kind: string) => {
    const entry = entries.find(({ value }) => value === kind);
    return { label: entry?.label ?? kind, tone: entry?.tone ?? 'neutral', icon: options.icons?.find((one) => one.kind === kind)?.icon };
  };
  const lines = graph.lines.map((line) => {
    const isOn = isOnWay(line, way) || isMarked(line.source, marked);
    const isNear = selected !== null && (line.from === selected || line.to === selected);
    const says = isOn || isNear || (selected === null && graph.lines.length <= fewLines);
    return {
      ...line,
      look: isOn ? ('way' as const) : isNear ? ('near' as const) : beside || onWay.size > 0 ? ('far' as const) : ('usual' as const),
      text: says ? String(linkText?.({ link: line.source }) ?? '') : '',
    };
  });
  const isFar = ({ key }: Point) => (beside ? !beside.has(key) : onWay.size > 0 && !onWay.has(key));

  return (
    <section className="tg-network" aria-label={title} style={{ blockSize: height }}>
      <Stage stage={stage} view={view}>
        <Lines lines={lines} drawing={drawing} />
        {graph.points.map((point) => (
          <Mark
            key={point.key}
            point={point}
            place={places.get(point.key)}
            look={lookOf(point.kind)}
            isCard={isCards}
            text={String(nodeText?.({ node: point.source }) ?? '')}
            level={levelOf(nodeLevel?.({ node: point.source }))}
            href={String(nodeUrl?.({ node: point.source }) ?? '')}
            isSelected={point.key === selected}
            isCenter={point.key === center}
            isMarked={onWay.has(point.key)}
            isFar={isFar(point)}
            isStop={point.key === stop}
            element={(element) => {
              if (element) buttons.current.set(point.key, element);
              else buttons.current.delete(point.key);
            }}
            onKeyDown={onKeyDown}
            onReach={() => setReached(point.key)}
            onChoose={() => choose(point.key === selected ? null : point.key)}
          />
        ))}
        <LineTexts lines={lines} points={graph.points} drawing={drawing} />
      </Stage>
      <PlaneTools enlarge={enlarge} showAll={showAll} />
      {kinds.length > 1 && !isCards ? (
        <ul className="tg-network-legend">
          {kinds.map((kind) => {
            const { label, tone, icon } = lookOf(kind);
            return (
              <li key={kind} data-series-tone={tone}>
                <span className="tg-network-sign" aria-hidden="true">
                  {icon ? <Icon name={icon} size={12} /> : null}
                </span>
                {label}
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
});

function levelOf(value: unknown): 'warning' | 'error' | undefined {
  return value === 'warning' || value === 'error' ? value : undefined;
}
