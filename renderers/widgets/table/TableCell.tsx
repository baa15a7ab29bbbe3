import { type ReactNode, useMemo } from 'react';
import type { PlanNode, Scope } from '../../../src/core/types.ts';
import { childScope, Nodes, observer } from '../../../src/engine/index.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { usePress } from '../../shared/controls/usePress.ts';
import { attempt } from '../../shared/lazy.ts';
import { isUnbroken } from '../../shared/unbroken.ts';
import { wholeDays } from '../../shared/whole-days.ts';
import { type CellContext, cellText, cellTone, cellValue, type TableColumn } from './cells.ts';
import type { Row } from './model.ts';
import { beginningOf, isShort } from './room.ts';
import '../../shared/tag-label.css';

interface TableCellProps {
  column: TableColumn;
  row: Row;
  index: number;
  /** Scope with `row` and `index`. */
  scope: Scope;
  context: CellContext;
}

function CellWidgets({ nodes, scope, locals }: { nodes: PlanNode[]; scope: Scope; locals: TableColumn['locals'] }) {
  const own = useMemo(() => (locals ? childScope(scope, locals) : scope), [scope, locals]);
  return <Nodes nodes={nodes} scope={own} />;
}

/**
 * Content of a cell. An expression that fails on this row shows its message here and nowhere else. A function and no component: a table draws
 * hundreds of cells for every step of scrolling.
 */
export function cellContent({ column, row, index, scope, context }: TableCellProps): ReactNode {
  if (column.cell) return <CellWidgets nodes={column.cell} scope={scope} locals={column.locals} />;
  const read = attempt(() => {
    const value = cellValue(column, row, index);
    return {
      value,
      text: cellText(column, value, context),
      tone: column.format === 'tag' ? cellTone(column, row, value, context) : undefined,
    };
  });
  if ('error' in read) {
    return (
      <span className="tg-note" data-level="error" title={read.error}>
        {read.error}
      </span>
    );
  }
  const { text, tone } = read.value;
  if (text === '') return <span className="tg-table-none">–</span>;
  if (tone !== undefined) {
    return (
      <span className="tg-tag" data-tone={tone}>
        {text}
      </span>
    );
  }
  if (column.format === 'link') return <LinkCell column={column} row={row} index={index} text={text} />;
  if (column.ellipsis) {
    return (
      <span className="tg-table-held" data-line="" data-short={isShort(text) ? '' : undefined} data-begins={beginningOf(text)} title={text}>
        <span>{text}</span>
      </span>
    );
  }
  if (!isUnbroken(text)) return wholeDays(text);
  return (
    <span className="tg-table-held" data-begins={beginningOf(text)}>
      <span>{wholeDays(text)}</span>
    </span>
  );
}

interface LinkCellProps {
  column: TableColumn;
  row: Row;
  index: number;
  text: string;
}
const LinkCell = observer(function LinkCell({ column, row, index, text }: LinkCellProps) {
  const { busy, press } = usePress();
  if (column.onClick) return <PlainButton look="link" text={text} busy={busy} onClick={() => void press(column.onClick, { row, index })} />;
  const address = attempt(() => column.href?.({ row, index }));
  const href = 'value' in address && typeof address.value === 'string' ? address.value : undefined;
  return href ? <Anchor href={href}>{text}</Anchor> : text;
});
