import { observer, useTranslate } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { askOfRows } from '../../shared/controls/row-action.ts';
import { useNow } from '../../shared/controls/useNow.ts';
import { truth } from '../../shared/lazy.ts';
import { useRowPress } from './useRowPress.ts';
import type { Selection } from './useTable.ts';

interface BulkBarProps {
  selection: Selection;
  /** What the user may do. */
  actions: NonNullable<TableOptions['bulkActions']>;
}

/** How many rows are selected and what can be done with them all. */
export const BulkBar = observer(function BulkBar({ selection, actions }: BulkBarProps) {
  const t = useTranslate();
  const { busy, press } = useRowPress();
  const now = useNow(actions);
  const count = selection.keys.length;
  const locals = { selected: selection.selected, keys: [...selection.keys], count };
  return (
    <div className="tg-table-bulk" data-shown={count > 0 || undefined}>
      <span role="status">{count > 0 ? t('table.selected', { count }) : ''}</span>
      {count > 0 ? (
        <>
          {actions.map((action, at) =>
            !truth(action.when, locals, action.when === undefined) ? null : (
              <PlainButton
                key={action.text}
                size="small"
                text={action.text}
                icon={action.icon}
                look={action.type}
                danger={action.danger}
                blocked={busy}
                onClick={() =>
                  void press(action.onClick, locals, () => {
                    const asking = now.value[at] ?? action;
                    return askOfRows(asking, asking.text, locals);
                  })
                }
              />
            ),
          )}
          <PlainButton look="link" text={t('table.clearSelection')} onClick={selection.clear} />
        </>
      ) : null}
    </div>
  );
});
