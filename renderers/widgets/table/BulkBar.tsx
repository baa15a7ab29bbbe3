import { useTranslate } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { holds } from '../../shared/controls/permission.ts';
import { useNow } from '../../shared/controls/useNow.ts';
import { askOfRows } from './RowActions.tsx';
import { useRowPress } from './useRowPress.ts';
import type { Selection } from './useTable.ts';

interface BulkBarProps {
  selection: Selection;
  isMultiple: boolean;
  actions: TableOptions['bulkActions'];
  permissions: ReadonlySet<string>;
}

/** How many rows are selected and what can be done with them all. */
export function BulkBar({ selection, isMultiple, actions, permissions }: BulkBarProps) {
  const t = useTranslate();
  const { busy, press } = useRowPress();
  const offered = (actions ?? []).filter((action) => holds(permissions, action.permission));
  const now = useNow(offered);
  const count = selection.keys.length;
  // One row, and nothing to do with it here: its mark says it.
  if (!isMultiple && offered.length === 0) return null;
  const locals = { selected: selection.selected, keys: [...selection.keys], count };
  return (
    <div className="tg-table-bulk" data-shown={count > 0 || undefined}>
      <span role="status">{count > 0 ? t('table.selected', { count }) : ''}</span>
      {count > 0 ? (
        <>
          {offered.map((action, at) => (
            <PlainButton
              key={action.text}
              size="small"
              text={action.text}
              icon={action.icon}
              look={action.type}
              danger={action.danger}
              blocked={busy}
              onClick={() => void press(action.onClick, locals, () => askOfRows(now.value[at] ?? action, locals))}
            />
          ))}
          <PlainButton look="link" text={t('table.clearSelection')} onClick={selection.clear} />
        </>
      ) : null}
    </div>
  );
}
