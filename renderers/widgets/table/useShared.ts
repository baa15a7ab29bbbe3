import { useCallback, useMemo, useRef } from 'react';
import type { Scope } from '../../../src/core/types.ts';
import { useApp, useDictionaries, useEngine, useLanguage, useObserved, useTranslate } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { holds } from '../../shared/controls/permission.ts';
import { offered } from '../../shared/controls/row-action.ts';
import { useNow } from '../../shared/controls/useNow.ts';
import { lazyText, truth } from '../../shared/lazy.ts';
import { useMedia } from '../../shared/useMedia.ts';
import {
  type CellContext,
  dictionaryTypes,
  fitsCards,
  fixedOffsets,
  isPlainColumn,
  leadsOf,
  type TableColumn,
  toneOfRow,
} from './cells.ts';
import type { Line } from './model.ts';
import type { RowAction } from './RowActions.tsx';
import type { RowsContext } from './TableRow.tsx';

interface SharedOptions {
  options: TableOptions;
  scope: Scope;
  id: string;
  columns: readonly TableColumn[];
  lines: readonly Line[];
  onSelect: (line: Line) => void;
  onToggle: (line: Line) => void;
  onDetails: (line: Line) => void;
  openRow: (line: Line) => void;
  pickRow: (line: Line) => void;
}

const NO_ACTIONS: readonly RowAction[] = [];
const TOOL_WIDTH = 44;
/** As in table.css: where rows fold what can be done with them into one button. */
export const FOLDED = '(max-width: 699.98px)';

/** Boxes before the rows only for who can do something with them: a table whose bulk actions are all beyond the user has none. */
export function offeredSelection(
  { selection = 'none', bulkActions = [], onSelect }: Pick<TableOptions, 'selection' | 'bulkActions' | 'onSelect'>,
  permissions: ReadonlySet<string>,
): NonNullable<TableOptions['selection']> {
  const isIdle = bulkActions.length > 0 && onSelect === undefined && !bulkActions.some((action) => holds(permissions, action.permission));
  return isIdle ? 'none' : selection;
}

/**
 * Whether there is a column of actions: not for who may use none of them, nor before a row offers one. Once there it stays, so that the columns
 * do not move from page to page.
 */
export function useOffers(actions: readonly RowAction[], lines: readonly Line[], permissions: ReadonlySet<string>): boolean {
  const permitted = useMemo(() => actions.filter((action) => holds(permissions, action.permission)), [actions, permissions]);
  const hadOffers = useRef(false);
  // What rows offer is worked out from expressions: once is enough, and nobody's actions are worked out for no row.
  const read = useCallback(
    () =>
      permitted.length > 0 &&
      (hadOffers.current || lines.some(({ row, index }) => offered(permitted, { row, index }, permissions).length > 0)),
    [permitted, lines, permissions],
  );
  const hasOffers = useObserved(read);
  hadOffers.current ||= hasOffers;
  return hasOffers;
}

/** What all rows share. The object changes only when one of its parts does: that is what lets rows rest while the table scrolls. */
export function useShared(input: SharedOptions): RowsContext {
  const { options, scope, id, columns, lines, onSelect, onToggle, onDetails } = input;
  const t = useTranslate();
  const language = useLanguage();
  const { host } = useEngine();
  const app = useApp();
  const permissions = useObserved(() => app.permissions);
  const types = useMemo(() => dictionaryTypes(options.columns ?? []), [options.columns]);
  const views = useDictionaries(types);
  const open = useRef(input.openRow);
  open.current = input.openRow;
  const pick = useRef(input.pickRow);
  pick.current = input.pickRow;

  const cells = useMemo<CellContext>(
    () => ({
      language,
      dictionaries: new Map(types.map((type) => [type, new Map((views[type]?.entries ?? []).map((entry) => [entry.value, entry]))])),
      localized: (value) => t.localized(value as Parameters<typeof t.localized>[0]),
      separator: t('layout.listSeparator'),
      yes: t('table.yes'),
      no: t('table.no'),
      formatPattern: (value, pattern) => String(host.functions.formatDate?.(value, pattern) ?? ''),
    }),
    [language, types, views, t, host],
  );
  const { selectable, selectableReason, details, actionsWidth, striped, rowTone } = options;
  const actions = useOffers(options.actions ?? NO_ACTIONS, lines, permissions) ? options.actions : undefined;
  const isStill = !selectable && !rowTone && !options.actions && columns.every(isPlainColumn);
  const actionsNow = useNow(options.actions ?? NO_ACTIONS);
  const isFolded = useMedia(FOLDED);
  const isCards = options.narrow === undefined ? isFolded && fitsCards(options) : options.narrow === 'cards';
  const isTree = options.childrenField !== undefined;
  // A card has the whole width for them; the rows of a tree stand close together, and as cards keep room beside their name for a menu alone.
  const actionsShown = isFolded && (isTree || !isCards) ? (isCards ? 0 : 1) : options.actionsShown;
  const leads = useMemo(() => leadsOf(columns), [columns]);
  const isMovable = options.move !== undefined && holds(permissions, options.move.permission);
  const selection = offeredSelection(options, permissions);
  const isPicked = selection !== 'none' && options.selectBy === 'row';
  return useMemo(
    () => ({
      columns,
      fixed: fixedOffsets(
        columns,
        (details ? TOOL_WIDTH : 0) + (selection === 'none' ? 0 : TOOL_WIDTH),
        actions ? (actionsWidth ?? 160) : 0,
      ),
      cells,
      scope,
      selection,
      isSelectable: (line) => truth(selectable, { row: line.row, index: line.index }, true),
      unselectableReason: (line) => lazyText(selectableReason, { row: line.row, index: line.index }),
      onPick: isPicked ? (line: Line) => pick.current(line) : undefined,
      toneOf: (line) => toneOfRow(rowTone, { row: line.row, index: line.index }),
      actions,
      actionsNow,
      actionsShown,
      isFolded,
      permissions,
      details,
      isTree,
      isStriped: striped === true,
      isCards,
      leads,
      isMovable,
      isStill,
      name: `${id}-selection`,
      onSelect,
      onToggle,
      onOpen: (line) => open.current(line),
      onDetails,
    }),
    [
      columns,
      details,
      selection,
      isPicked,
      actions,
      actionsWidth,
      actionsNow,
      cells,
      scope,
      selectable,
      selectableReason,
      rowTone,
      actionsShown,
      isFolded,
      permissions,
      isTree,
      striped,
      isCards,
      leads,
      isMovable,
      isStill,
      id,
      onSelect,
      onToggle,
      onDetails,
    ],
  );
}
