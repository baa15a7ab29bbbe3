import { useEffect, useRef, useState } from 'react';
import {
  CodeFailure,
  loadCode,
  sameValue,
  useEngine,
  useFeedback,
  useLanguage,
  usePageTitle,
  useTranslate,
} from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { holds } from '../../shared/controls/permission.ts';
import { formatNumber } from '../../shared/format.ts';
import { type CellContext, dictionaryTypes, type TableColumn } from './cells.ts';
import { LONGEST, MOST_COLUMNS, MOST_ROWS } from './download/limits.ts';
import type { Downloaded, OnProgress } from './download/run.ts';
import type { TableParams } from './request.ts';
import { PAGE_SIZES, type TableState } from './useTable.ts';

type Chosen = Exclude<NonNullable<TableOptions['download']>, boolean>;
type Run = (signal: AbortSignal, onProgress: OnProgress) => Promise<Downloaded>;
type State =
  | { is: 'idle' | 'asking' }
  | { is: 'running'; rows: number; of: number | undefined }
  | { is: 'done'; rows: number }
  /** `run` goes on where it failed; absent where it did not begin. `of`: what was shown when it failed, `asked`: when it was asked for. */
  | { is: 'failed'; reason: string; run: Run | undefined; of: Subject; asked: Subject };

type Subject = ReturnType<typeof subjectOf>;

interface DownloadInput {
  options: TableOptions;
  table: TableState;
  columns: readonly TableColumn[];
  context: CellContext;
  permissions: ReadonlySet<string>;
}

/** The rows of a table as a workbook: one at a time, which ends with the page. Nothing else of the table waits for it or hears of it. */
export function useDownload({ options, table, columns, context, permissions }: DownloadInput) {
  const engine = useEngine();
  const t = useTranslate();
  const language = useLanguage();
  const feedback = useFeedback();
  const pageTitle = usePageTitle();
  const [state, setState] = useState<State>({ is: 'idle' });
  const running = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const isGone = useRef(false);
  const subject = subjectOf(table.params, language);
  const latest = useRef({ subject, context });
  latest.current = { subject, context };
  // What is half done has words of the language before.
  const begunIn = useRef(language);
  useEffect(() => {
    if (begunIn.current === language) return;
    begunIn.current = language;
    running.current?.abort();
    setState({ is: 'idle' });
  }, [language]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.abort();
    };
  }, []);

  const own: Chosen | undefined = options.download === true ? {} : options.download || undefined;
  const count = (value: number) => formatNumber(value, language);

  /** What is on show now: whatever is chosen later, this is what was asked for. */
  const prepare = async (): Promise<Run> => {
    const { downloadOf } = await loadCode(() => import('./download/run.ts'));
    // As in the table, what has no label in the end stays a code.
    await engine.dictionaries.load(dictionaryTypes(columns)).catch(() => undefined);
    const name = own?.name || options.title || pageTitle() || document.title;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const order = {
      name: (rows: number, total: number) =>
        rows === MOST_ROWS && rows < total ? t('table.downloadPart', { name, rows: count(rows), total: count(total) }) : name,
      call: own?.call ?? 'table.workbook',
      page: window.location.pathname.slice(0, LONGEST.page),
      columns,
      context: () => latest.current.context,
      words: { inZone: (title: string) => `${title} (${zone})`, inBytes: (column: string) => t('table.downloadBytes', { column }) },
      pageSize: own?.pageSize,
      largestPage: Math.max(...(options.pageSizes ?? PAGE_SIZES), table.params.size),
    };
    return downloadOf(order, table, engine);
  };

  const begin = async (given?: Run) => {
    const asked = latest.current.subject;
    const control = new AbortController();
    running.current = control;
    let run = given;
    setState({ is: 'running', rows: 0, of: undefined });
    try {
      run ??= await prepare();
      const done = await run(control.signal, (rows, of) => {
        if (!control.signal.aborted) setState({ is: 'running', rows, of });
      });
      setState({ is: 'done', rows: done.rows });
      // Rows that went or came while others were read: whoever compares should know.
      if (done.rows < Math.min(done.total, MOST_ROWS)) {
        feedback.message('warning', t('table.downloadChanged', { rows: count(done.rows), total: count(done.total) }));
      } else if (done.mayLack) feedback.message('warning', t('table.downloadLacking'));
      if (done.isCut) feedback.message('warning', t('table.downloadCut', { rows: count(done.rows), total: count(done.total) }));
    } catch (error) {
      // Whoever stopped it said so already. The table may show something else by now: people are told all the same.
      if (!control.signal.aborted) setState({ is: 'failed', reason: reasonOf(error), run, of: latest.current.subject, asked });
    }
  };

  const reasonOf = (error: unknown): string => {
    if (error instanceof CodeFailure) return t(error.advice);
    const text = error instanceof Error && 'text' in error ? String(error.text) : undefined;
    if (text !== undefined) return t(text, { most: MOST_COLUMNS });
    return error instanceof Error ? error.message : String(error);
  };

  /** More rows than fit are no surprise afterwards: people say that the first of them will do, or set filters. */
  const mayBegin = async (): Promise<boolean> => {
    const total = table.whole.count();
    if (total <= MOST_ROWS) return true;
    const values = { total: count(total), most: count(MOST_ROWS) };
    return await feedback.dialog({
      level: 'confirm',
      words: () => ({
        title: t('table.downloadManyTitle'),
        text: t('table.downloadMany', values),
        okText: t('table.downloadFirst', values),
        cancelText: t('table.cancel'),
      }),
    });
  };

  const isBusy = state.is === 'running' || state.is === 'asking';
  const isHere = table.failure === undefined ? !table.loading && !table.isOutdated : table.isKept;
  const reason = !isHere ? t('table.downloadNotYet') : table.total === 0 ? t('table.downloadEmpty') : undefined;
  const start = async () => {
    if (isBusy || reason !== undefined) return;
    setState({ is: 'asking' });
    const isWanted = await mayBegin();
    // The page may be left while the question stands, or get another language.
    if (isWanted && !isGone.current && latest.current.subject.language === language) await begin();
    else setState({ is: 'idle' });
  };
  return {
    isOffered: own !== undefined && holds(permissions, own.permission),
    state: state.is === 'failed' && !sameValue(state.of, subject) ? ({ is: 'idle' } as const) : state,
    isBusy,
    /** Why there is nothing to download. */
    reason,
    button,
    start,
    /** Goes on where it failed; of rows that are on show no more nothing is taken, but those on show. */
    again: async () => {
      if (state.is !== 'failed') return;
      await (sameValue(state.asked, subject) ? begin(state.run) : start());
    },
    stop: () => {
      running.current?.abort();
      setState({ is: 'idle' });
      button.current?.focus();
    },
    dismiss: () => {
      setState({ is: 'idle' });
      button.current?.focus();
    },
  };
}
export type Download = ReturnType<typeof useDownload>;

/** What a failure is about. It stays while people turn pages, and goes with the rows it was about. */
function subjectOf({ filters, sort }: TableParams, language: string) {
  return { filters, sort, language };
}
