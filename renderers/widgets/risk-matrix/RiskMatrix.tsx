import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { MatrixStore, type Questionnaire, readLayout } from '../../../src/core/index.ts';
import { useController, useLiveNames, useObserved, useTranslate, useUnsavedGuard, type WidgetProps } from '../../../src/engine/index.ts';
import type { RiskMatrixOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { Loading } from '../../shared/Loading.tsx';
import { toldWith } from '../../shared/pasted.ts';
import { useMedia } from '../../shared/useMedia.ts';
import { blankMatrix } from './blank.ts';
import { type GridPlace, GridView } from './grid/view.ts';
import type { LiveMatrix } from './live.ts';
import { MatrixBar } from './MatrixBar.tsx';
import { MatrixCards } from './MatrixCards.tsx';
import { printWhole } from './print.ts';
import { useMatrix } from './useMatrix.ts';
import './risk-matrix.css';
import './grid/grid.css';
import './cards.css';
import './print.css';

/** Where a thumb answers: one row at a time. */
const PHONE = '(max-width: 599.98px)';
const NOTHING = {};
/** How long data may take before it is said that it is on its way, in milliseconds. */
const QUICK = 400;
const HEIGHT = 'min(72vh, 760px)';

/** A matrix of answers that a questionnaire document declares (RISK-05 to RISK-12). Its frame stands while its data comes. */
export function RiskMatrix(props: WidgetProps<RiskMatrixOptions>) {
  const t = useTranslate();
  const { id, options } = props;
  const { questionnaire, readOnly = false, height = HEIGHT } = options;
  const held = useMatrix(questionnaire, options);
  const nothing = useMemo(() => new MatrixStore(questionnaire, readLayout(questionnaire, [], [])), [questionnaire]);
  const marked = useObserved(() => held?.live.marked === true);
  const isPhone = useMedia(PHONE);
  const frame = useRef<HTMLElement>(null);
  const goTo = useRef<PartProps['goTo']['current']>(() => {});
  const step = useRef<PartProps['step']['current']>(() => {});
  if (held?.store.cells === 0) return <p className="tg-matrix-empty">{options.emptyText ?? t('matrix.empty')}</p>;
  const store = held?.store ?? nothing;
  const part: PartProps = { store, questionnaire, readOnly, marked, goTo, step };
  return (
    <section className="tg-matrix" ref={frame} aria-label={questionnaire.title} aria-busy={!held}>
      {held ? <Offered {...props} {...held} frame={frame} goTo={goTo} /> : null}
      <MatrixBar {...part} />
      {isPhone ? null : <Grid {...part} isWaiting={!held} id={id} height={typeof height === 'number' ? `${height}px` : height} />}
      {isPhone && held ? <MatrixCards {...part} id={id} /> : null}
      {isPhone && !held ? <Loading /> : null}
    </section>
  );
}

interface OfferedProps extends WidgetProps<RiskMatrixOptions>, Pick<PartProps, 'goTo'> {
  store: MatrixStore;
  live: LiveMatrix;
  frame: { current: HTMLElement | null };
}

/** What a matrix with data offers to its page: names, steps, its action, print. Shows nothing. */
function Offered({ options, node, store, live, frame, goTo }: OfferedProps) {
  const { questionnaire, readOnly = false, guard = true, onChange } = options;
  const dirty = useObserved(() => (live.view as { dirty: boolean }).dirty);
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
  const goToRecord = (record: unknown): void => {
    const { row, column } = questionnaire.answer;
    const held = (record ?? {}) as Record<string, unknown>;
    const cell = store.cellOf(String(held[row]), String(held[column]));
    if (cell !== undefined) goTo.current(Math.floor(cell / store.columns), cell % store.columns);
  };
  useController(node, {
    validate: async () => markMissing(),
    refresh: () => store.nextOpen(),
    set: (path, value) => {
      if (path[0] === 'marked' && value === true) markMissing();
      else if (path[0] === 'active') goToRecord(value);
      else live.set(path, value);
    },
  });
  return null;
}

export interface PartProps {
  store: MatrixStore;
  questionnaire: Questionnaire<string>;
  readOnly: boolean;
  marked: boolean;
  /** The shown part says here how to reach a cell. */
  goTo: { current: (row: number, column: number) => void };
  /** And how it goes back and forward, telling what that changed. */
  step: { current: (kind: 'undo' | 'redo') => void };
}

interface GridProps extends PartProps {
  id: string;
  height: string;
  isWaiting: boolean;
}

/** The grid of cells, which React only holds; blank while its data is on its way. */
function Grid({ id, store: given, questionnaire, readOnly, marked, goTo, step, height, isWaiting }: GridProps) {
  const t = useTranslate();
  const isLate = useLate(isWaiting);
  const blank = useMemo(() => (isWaiting ? blankMatrix(questionnaire) : undefined), [isWaiting, questionnaire]);
  const store = blank ?? given;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<GridView | undefined>(undefined);
  const place = useRef<GridPlace | undefined>(undefined);
  const shown = useRef({ store, isWaiting });
  shown.current = { store, isWaiting };
  const texts = useMemo(
    () => ({
      choices: t('matrix.choices'),
      keys: t('matrix.keys', { keys: questionnaire.choices.flatMap(({ key, label }) => (key ? [`${key}: ${label}`] : [])).join(', ') }),
      filled: (count: number) => t('matrix.filled', { count }),
      pasted: (count: number, unknown: number, cut: { rows: number; columns: number }) =>
        toldWith(t, t(unknown > 0 ? 'matrix.pastedSome' : 'matrix.pasted', { count, unknown }), cut),
    }),
    [t, questionnaire],
  );
  useLayoutEffect(() => {
    if (!host.current) return;
    const { store, isWaiting } = shown.current;
    const made = new GridView(host.current, { id, questionnaire, texts, height }, store, isWaiting, place.current);
    view.current = made;
    goTo.current = (row, column) => made.goTo(row, column);
    step.current = (kind) => made.step(kind);
    return () => {
      place.current = made.place;
      made.destroy();
    };
  }, [id, questionnaire, texts, height, goTo, step]);
  useLayoutEffect(() => {
    if (view.current?.store !== store) view.current?.show(store, isWaiting);
    view.current?.setReadOnly(readOnly);
    view.current?.setMarked(marked);
  });
  return (
    <div className={classes('tg-matrix-place', isLate && 'tg-matrix-late')}>
      <div ref={host} />
      {isLate ? (
        <span className="tg-hidden" role="status">
          {t('layout.loading')}
        </span>
      ) : null}
    </div>
  );
}

/** The blank alone says enough for a moment; something that moves would cost frames beside the work that shows the data. */
function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), QUICK);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate && isWaiting;
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
