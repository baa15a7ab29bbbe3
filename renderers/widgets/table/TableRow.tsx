import { type CSSProperties, type MouseEvent, memo, useMemo } from 'react';
import type { PlanNode, Scope } from '../../../src/core/types.ts';
import { childScope, Nodes, observer, useTranslate } from '../../../src/engine/index.ts';
import { offered } from '../../shared/controls/row-action.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { alignOf, type CellContext, isBroken, isWhole, type TableColumn } from './cells.ts';
import type { Line } from './model.ts';
import { type RowAction, RowActions } from './RowActions.tsx';
import { cellContent } from './TableCell.tsx';

/** What all rows share; the same object while nothing of it changes. */
export interface RowsContext {
  columns: readonly TableColumn[];
  fixed: ReadonlyMap<string, { side: 'left' | 'right'; offset: number }>;
  cells: CellContext;
  scope: Scope;
  selection: 'none' | 'single' | 'multiple';
  isSelectable: (line: Line) => boolean;
  /** Why a line cannot be selected. */
  unselectableReason: (line: Line) => string | undefined;
  /** Selects a line whose row is pressed; undefined where only its box does. */
  onPick: ((line: Line) => void) | undefined;
  /** Tone of a whole line. */
  toneOf: (line: Line) => string | undefined;
  actions: readonly RowAction[] | undefined;
  /** The same, as they read when a question about one of them is open. */
  actionsNow: { readonly value: readonly RowAction[] };
  actionsShown: number | undefined;
  /** Narrow: the head over the actions is for screen readers only. */
  isFolded: boolean;
  permissions: ReadonlySet<string>;
  details: PlanNode[] | undefined;
  isTree: boolean;
  isStriped: boolean;
  /** In a narrow place rows are cards, whose values name their columns. */
  isCards: boolean;
  /** Names of the columns at the top of a card. */
  leads: ReadonlySet<string>;
  /** Rows have a grip to drag them by. */
  isMovable: boolean;
  /** Whether rows read nothing but their own data and words: then no row has to watch for changes. */
  isStill: boolean;
  name: string;
  onSelect: (line: Line) => void;
  onToggle: (line: Line) => void;
  onOpen: (line: Line) => void;
  onDetails: (line: Line) => void;
}
export interface TableRowProps {
  line: Line;
  /** Position among all lines. */
  at: number;
  /** How many rows the pages before have. */
  rowsBefore: number;
  shared: RowsContext;
  isSelected: boolean;
  isActive: boolean;
  isDetailed: boolean;
  measure: ((element: HTMLElement | null) => void) | undefined;
}

const CONTROLS = 'a, button, input, label, select, textarea';

/** What a part of the table is, where its layout may be that of cards: without that of a table browsers take nothing for granted. */
export function roleIn({ isCards }: Pick<RowsContext, 'isCards'>, role: string): { role?: string } {
  return isCards ? { role } : {};
}

/** Presses of controls in the row, and of what they open over the page, are theirs. */
function isOfRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && currentTarget.contains(target) && !target.closest(CONTROLS);
}

function RowView(props: TableRowProps) {
  const { line, at, shared, isSelected, isDetailed } = props;
  const { row, index } = line;
  const t = useTranslate();
  const scope = useMemo(() => childScope(shared.scope, { row, index }), [shared.scope, row, index]);
  const actions = shared.actions ? offered(shared.actions, { row, index }, shared.permissions) : undefined;
  const own = (
    <tr
      {...roleIn(shared, 'row')}
      ref={shared.details ? undefined : props.measure}
      data-index={shared.details ? undefined : at}
      data-row={at}
      data-stripe={(shared.isStriped && at % 2 === 1) || undefined}
      data-tone={shared.toneOf(line)}
      data-selected={isSelected || undefined}
      style={shared.isCards && shared.isTree ? ({ '--tg-level': line.level } as CSSProperties) : undefined}
      tabIndex={props.isActive ? 0 : -1}
      aria-rowindex={props.rowsBefore + at + 2}
      aria-level={shared.isTree ? line.level + 1 : undefined}
      aria-expanded={shared.isTree && line.hasChildren ? line.open : undefined}
      data-pick={(shared.onPick && shared.isSelectable(line)) || undefined}
      onClick={shared.onPick && ((event) => isOfRow(event) && window.getSelection()?.type !== 'Range' && shared.onPick?.(line))}
      onDoubleClick={(event) => isOfRow(event) && shared.onOpen(line)}
    >
      {shared.details ? (
        <td {...roleIn(shared, 'cell')} className="tg-table-tool">
          <button
            type="button"
            className="tg-tool"
            aria-expanded={isDetailed}
            aria-label={t(isDetailed ? 'table.closeDetails' : 'table.openDetails')}
            onClick={() => shared.onDetails(line)}
          >
            <Icon name={isDetailed ? 'down' : 'right'} />
          </button>
        </td>
      ) : null}
      {shared.selection === 'none' ? null : (
        <td {...roleIn(shared, 'cell')} className="tg-table-tool">
          <SelectBox {...props} />
        </td>
      )}
      {shared.columns.map((column, position) => {
        const fixed = shared.fixed.get(column.name);
        const isLead = shared.leads.has(column.name);
        return (
          <td
            key={column.name}
            {...roleIn(shared, 'cell')}
            data-label={shared.isCards && !isLead ? column.title : undefined}
            data-lead={(shared.isCards && isLead) || undefined}
            data-align={alignOf(column)}
            data-fixed={fixed?.side}
            data-whole={isWhole(column) ? '' : undefined}
            data-least={isBroken(column) ? '' : undefined}
            style={fixed ? { [fixed.side]: fixed.offset } : undefined}
          >
            {position === 0 && (shared.isMovable || shared.isTree) ? (
              <div className="tg-table-lead">
                {shared.isMovable ? (
                  <span className="tg-table-grip" data-grip="" draggable="true" title={t('table.move')} aria-hidden="true">
                    ⠿
                  </span>
                ) : null}
                {shared.isTree ? <Branch line={line} onToggle={shared.onToggle} /> : null}
                <div>{cellContent({ column, row, index, scope, context: shared.cells })}</div>
              </div>
            ) : (
              cellContent({ column, row, index, scope, context: shared.cells })
            )}
          </td>
        );
      })}
      {shared.actions && actions ? (
        <td {...roleIn(shared, 'cell')} className="tg-table-actions-cell" data-fixed="right">
          <RowActions all={shared.actions} actions={actions} now={shared.actionsNow} shown={shared.actionsShown} row={row} index={index} />
        </td>
      ) : null}
    </tr>
  );
  if (!shared.details) return own;
  // Row and details are one part of the table: they are measured together.
  return (
    <tbody {...roleIn(shared, 'rowgroup')} ref={props.measure} data-index={at}>
      {own}
      {isDetailed ? (
        <tr {...roleIn(shared, 'row')} className="tg-table-details">
          <td {...roleIn(shared, 'cell')} colSpan={shared.columns.length + 1 + (shared.selection === 'none' ? 0 : 1) + (actions ? 1 : 0)}>
            <Nodes nodes={shared.details} scope={scope} />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

/** Selects its row. One that cannot, but says why, can be focused: otherwise only a mouse would find the reason. */
function SelectBox({ line, at, shared, isSelected }: TableRowProps) {
  const t = useTranslate();
  const isOpen = shared.isSelectable(line);
  const reason = isOpen ? undefined : shared.unselectableReason(line);
  return (
    <input
      type={shared.selection === 'single' ? 'radio' : 'checkbox'}
      name={shared.selection === 'single' ? shared.name : undefined}
      aria-label={t('table.selectRow', { row: at + 1 })}
      title={reason}
      checked={isSelected}
      aria-disabled={reason !== undefined || undefined}
      disabled={!isOpen && reason === undefined}
      onChange={() => isOpen && shared.onSelect(line)}
    />
  );
}

/** One row of plain data. Re-renders only when its own state changes. */
export const TableRow = memo(RowView);
/** One row with expressions. Re-renders also when something they read changes. */
export const WatchedRow = observer(RowView);

function Branch({ line, onToggle }: { line: Line; onToggle: (line: Line) => void }) {
  const t = useTranslate();
  return (
    <span className="tg-table-branch" style={{ paddingInlineStart: line.level * 20 }}>
      {line.hasChildren ? (
        <button
          type="button"
          className="tg-tool"
          tabIndex={-1}
          aria-expanded={line.open}
          aria-label={t(line.open ? 'table.closeBranch' : 'table.openBranch')}
          onClick={() => onToggle(line)}
        >
          <Icon name={line.open ? 'down' : 'right'} />
        </button>
      ) : (
        <span className="tg-table-leaf" />
      )}
    </span>
  );
}
