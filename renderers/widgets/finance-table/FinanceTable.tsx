import { useEffect, useMemo, useRef, useState } from 'react';
import type { FigureStore } from '../../../src/core/statement/index.ts';
import { Nodes, useController, useTranslate, useUnsavedGuard, type WidgetProps } from '../../../src/engine/index.ts';
import type { FinanceTableOptions } from '../../../src/generated/options.ts';
import { Loading } from '../../shared/Loading.tsx';
import { Faults, placeText, wrongOf } from './Faults.tsx';
import { FiguresBar } from './FiguresBar.tsx';
import './finance-table.css';
import { focusCell } from './cells.ts';
import { InputTable } from './InputTable.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import { Statistics } from './Statistics.tsx';
import { figuresOf, useFigures, useOf } from './useFigures.ts';

/** Amounts of a period and what follows from them, as a statement document declares it (FIN-03 to FIN-07). */
export function FinanceTable(props: WidgetProps<FinanceTableOptions>) {
  const { readOnly = false, paused = false } = props.options;
  const isFrozen = readOnly || paused;
  const store = useFigures(props.options, { readOnly, isFrozen });
  return store ? <Shown {...props} store={store} isFrozen={isFrozen} /> : <Loading />;
}

/** What the parts of the widget get. */
export interface PartProps {
  id: string;
  store: FigureStore;
  /** Nothing can be typed any more: of cells with a text that is no value the value is shown. */
  readOnly: boolean;
  /** The same, or only for now. */
  isFrozen: boolean;
  /** Empty cells are marked. */
  marked: boolean;
}

function Shown({
  options,
  node,
  id,
  scope,
  expose,
  store,
  isFrozen,
}: WidgetProps<FinanceTableOptions> & Pick<PartProps, 'store' | 'isFrozen'>) {
  const t = useTranslate();
  const { readOnly = false, guard = true, onChange, beforePeriod, afterPeriod } = options;
  const frame = useRef<HTMLElement>(null);
  const [isMarked, setMarked] = useState(false);
  const version = useOf(store, () => store.version);
  const marked = isMarked && !readOnly;

  const cells = useMemo(() => cellsOf(t, store), [t, store]);
  // The version says when the names are others.
  useEffect(() => expose({ ...namesOf(store, version), cells, marked }), [expose, store, version, cells, marked]);
  // What is not shown has nothing to tell: whoever goes by these names waits until it is shown again.
  useEffect(() => () => expose({}), [expose]);
  useUnsavedGuard(guard && store.withheld > 0 && !readOnly);
  useEffect(() => {
    if (!onChange || readOnly) return;
    return store.subscribe(({ figures, by }) => {
      if (by === 'user' && figures.length > 0) void onChange({ changes: figures, count: figures.length });
    });
  }, [store, onChange, readOnly]);

  const mark = (): boolean => {
    const isDone = store.complete;
    setMarked(!isDone);
    // The steps that follow read how it stands now, not how it stood when it was last drawn.
    expose({ ...namesOf(store), cells, marked: !isDone });
    const [fault] = store.faults;
    if (!isDone) focusCell(frame.current, fault ?? store.nextOpen());
    return isDone;
  };
  useController(node, {
    validate: async () => mark(),
    set: ([name], value) => {
      if (name === 'marked') {
        if (value === true) mark();
        else setMarked(false);
      } else if (name === 'active') {
        const [place] = figuresOf([value]);
        if (place) focusCell(frame.current, place);
      } else if (name === 'faulty') store.recall(figuresOf(value));
      else if (name === 'remote') store.applyRemote(figuresOf(value));
      else if (name === 'undo') store.undo();
      else if (name === 'redo') store.redo();
      else throw Object.assign(new Error(`"${name}" cannot be set`), { code: 'NOT_SETTABLE' });
    },
  });

  const part: PartProps = { id, store, readOnly, isFrozen, marked };
  return (
    <section className="tg-finance" ref={frame}>
      <PeriodFields
        {...part}
        before={beforePeriod && <Nodes nodes={beforePeriod} scope={scope} />}
        after={afterPeriod && <Nodes nodes={afterPeriod} scope={scope} />}
      />
      <FiguresBar {...part} goTo={(cell) => focusCell(frame.current, cell)} />
      <Faults {...part} goTo={(cell) => focusCell(frame.current, cell)} />
      <div className="tg-finance-parts">
        <InputTable {...part} />
        <Statistics {...part} />
      </div>
      {readOnly ? null : (
        <p className="tg-finance-keys" id={`${id}-keys`}>
          {t('statement.keys')}
        </p>
      )}
    </section>
  );
}

function cellsOf(t: ReturnType<typeof useTranslate>, store: FigureStore): Record<string, unknown>[] {
  return store.model.cells.map(({ field, period }) => ({
    key: `${period}.${field}`,
    field,
    period,
    name: placeText(t, store, { field, period }),
    isDay: store.model.isPeriod(field),
  }));
}

function namesOf(store: FigureStore, _version?: number): Record<string, unknown> {
  const { cells } = store.model;
  return {
    answered: store.answered,
    total: cells.length,
    complete: store.complete,
    wrong: store.faults.length,
    withheld: store.withheld,
    faulty: wrongOf(store).map(({ field, period, text }) => ({ field, period, value: text })),
    figures: cells.flatMap(({ field, period }) => {
      const value = store.value(field, period);
      return value === null ? [] : [{ field, period, value }];
    }),
    indicators: [...store.computed.indicators].map(([name, value]) => ({ name, value })),
    canUndo: store.canUndo,
    canRedo: store.canRedo,
    undo: 0,
    redo: 0,
    remote: 0,
    active: 0,
  };
}
