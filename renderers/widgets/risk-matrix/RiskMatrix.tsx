import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { MatrixStore, Questionnaire } from '../../../src/core/index.ts';
import { useController, useLiveNames, useObserved, useTranslate, useUnsavedGuard, type WidgetProps } from '../../../src/engine/index.ts';
import type { RiskMatrixOptions } from '../../../src/generated/options.ts';
import { Loading } from '../../shared/Loading.tsx';
import { useMedia } from '../../shared/useMedia.ts';
import { GridView, type Size } from './grid/view.ts';
import type { LiveMatrix } from './live.ts';
import { MatrixBar } from './MatrixBar.tsx';
import { MatrixCards } from './MatrixCards.tsx';
import { printWhole } from './print.ts';
import './risk-matrix.css';
import { useMatrix } from './useMatrix.ts';

/** Where a thumb answers: one row at a time. */
const PHONE = '(max-width: 599.98px)';
const NOTHING = {};
const HEIGHT = 'min(72vh, 760px)';

/** A matrix of answers that a questionnaire document declares (RISK-05 to RISK-12). */
export function RiskMatrix(props: WidgetProps<RiskMatrixOptions>) {
  const t = useTranslate();
  const { options } = props;
  const held = useMatrix(options.questionnaire, options);
  const isPhone = useMedia(PHONE);
  const size = useRef<Size | undefined>(undefined);
  const { height: given = HEIGHT } = options;
  const height = typeof given === 'number' ? `${given}px` : given;
  if (!held) return <Waiting height={isPhone ? undefined : height} size={size} />;
  if (held.store.cells === 0) return <p className="tg-matrix-empty">{options.emptyText ?? t('matrix.empty')}</p>;
  return <Shown {...props} {...held} isPhone={isPhone} size={size} height={height} />;
}

/** The place of the grid while its data comes. What is measured here needs not be when there is more to do. */
function Waiting({ height, size }: { height: string | undefined; size: { current: Size | undefined } }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) size.current = { width: entry.contentRect.width, height: entry.contentRect.height };
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [size]);
  return (
    <div className="tg-matrix-waiting" style={{ height }} ref={place}>
      <Loading />
    </div>
  );
}

interface ShownProps extends WidgetProps<RiskMatrixOptions> {
  store: MatrixStore;
  live: LiveMatrix;
  isPhone: boolean;
  size: { current: Size | undefined };
  height: string;
}

function Shown({ options, node, id, store, live, isPhone, size, height }: ShownProps) {
  const { questionnaire, readOnly = false, guard = true, onChange } = options;
  const marked = useObserved(() => live.marked);
  const dirty = useObserved(() => (live.view as { dirty: boolean }).dirty);
  const frame = useRef<HTMLElement>(null);
  const goTo = useRef<(row: number, column: number) => void>(() => {});

  useLiveNames(node, live.view);
  useUnsavedGuard(guard && dirty && !readOnly);
  useLayoutEffect(() => {
    live.more = options.with ?? NOTHING;
  }, [live, options.with]);
  useChanges(store, live, readOnly ? undefined : onChange);
  usePrint(frame, store, questionnaire);

  const markMissing = (): boolean => {
    if (store.complete) return true;
    live.mark(true);
    const open = store.nextOpen();
    if (open) goTo.current(open.row, open.column);
    return false;
  };
  useController(node, {
    validate: async () => markMissing(),
    refresh: () => store.nextOpen(),
    set: (path, value) => {
      if (path[0] === 'marked' && value === true) markMissing();
      else live.set(path, value);
    },
  });

  return (
    <section className="tg-matrix" ref={frame} aria-label={questionnaire.title}>
      <MatrixBar store={store} questionnaire={questionnaire} readOnly={readOnly} marked={marked} goTo={goTo} />
      {isPhone ? (
        <MatrixCards id={id} store={store} questionnaire={questionnaire} readOnly={readOnly} marked={marked} goTo={goTo} />
      ) : (
        <Grid {...{ id, store, questionnaire, readOnly, marked, goTo, height, size }} />
      )}
    </section>
  );
}

export interface PartProps {
  store: MatrixStore;
  questionnaire: Questionnaire<string>;
  readOnly: boolean;
  marked: boolean;
  /** The shown part says here how to reach a cell. */
  goTo: { current: (row: number, column: number) => void };
}

/** The grid of cells, which React only holds. */
function Grid({ id, store, questionnaire, readOnly, marked, goTo, height, size }: PartProps & Pick<ShownProps, 'id' | 'height' | 'size'>) {
  const t = useTranslate();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<GridView | undefined>(undefined);
  const texts = useMemo(
    () => ({
      choices: t('matrix.choices'),
      keys: t('matrix.keys', { keys: questionnaire.choices.flatMap(({ key, label }) => (key ? [`${key}: ${label}`] : [])).join(', ') }),
      filled: (count: number) => t('matrix.filled', { count }),
      pasted: (count: number, unknown: number) => t(unknown > 0 ? 'matrix.pastedSome' : 'matrix.pasted', { count, unknown }),
    }),
    [t, questionnaire],
  );
  useLayoutEffect(() => {
    if (!host.current) return;
    const made = new GridView({ id, store, questionnaire, texts, height });
    view.current = made;
    made.mount(host.current, size.current);
    size.current = undefined;
    goTo.current = (row, column) => made.goTo(row, column);
    return () => made.destroy();
  }, [id, store, questionnaire, texts, height, goTo, size]);
  useLayoutEffect(() => {
    view.current?.setReadOnly(readOnly);
    view.current?.setMarked(marked);
  });
  return <div ref={host} />;
}

/** Runs the action of a change with the records that changed here. */
function useChanges(store: MatrixStore, live: LiveMatrix, onChange: RiskMatrixOptions['onChange']): void {
  useEffect(() => {
    if (!onChange) return;
    return store.subscribe(({ cells, by }) => {
      if (by === 'user' && cells.length > 0) void onChange({ changes: live.records(cells), count: cells.length });
    });
  }, [store, live, onChange]);
}

function usePrint(frame: { current: HTMLElement | null }, store: MatrixStore, questionnaire: Questionnaire<string>): void {
  useEffect(() => (frame.current ? printWhole(frame.current, store, questionnaire) : undefined), [frame, store, questionnaire]);
}
