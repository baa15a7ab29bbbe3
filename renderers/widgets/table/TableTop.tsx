import type { Scope } from '../../../src/core/types.ts';
import { Nodes, useTranslate } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { holds } from '../../shared/controls/permission.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import type { useColumns } from './useColumns.ts';
import type { Download } from './useDownload.ts';
import { offeredSelection } from './useShared.ts';
import type { Selection, TableState } from './useTable.ts';

interface TableTopProps {
  options: TableOptions;
  scope: Scope;
  table: TableState;
  selection: Selection;
  columns: ReturnType<typeof useColumns>;
  permissions: ReadonlySet<string>;
  download: Download;
}

/** Above the rows: title, the page's own tools, selected rows, refresh, download and columns. Nothing when there is nothing to say. */
export function TableTop({ options, scope, table, selection, columns, permissions, download }: TableTopProps) {
  const t = useTranslate();
  const hasRefresh = options.refreshButton ?? table.hasRequest;
  const hasTitle = options.showTitle === true && options.title;
  const selecting = offeredSelection(options, permissions);
  const actions = (options.bulkActions ?? []).filter((action) => holds(permissions, action.permission));
  // One row, and nothing to do with it here: its mark says it.
  const hasBulk = selecting === 'multiple' || (selecting === 'single' && actions.length > 0);
  if (!hasTitle && !options.toolbar && !hasRefresh && !options.columnChooser && !hasBulk && !download.isOffered) return null;
  return (
    <div className="tg-table-top">
      {hasTitle ? <h2 className="tg-table-title">{options.title}</h2> : null}
      <div className="tg-table-tools">
        <Nodes nodes={options.toolbar} scope={scope} />
      </div>
      {hasBulk ? <BulkBar selection={selection} actions={actions} /> : null}
      <span className="tg-table-end">
        {hasRefresh ? (
          <button
            type="button"
            className="tg-tool"
            aria-label={t('table.refresh')}
            title={t('table.refresh')}
            aria-busy={table.isRefreshing || undefined}
            onClick={() => void table.refresh()}
          >
            {table.isRefreshing ? <span className="tg-spinner" aria-hidden="true" /> : <Icon name="reload" />}
          </button>
        ) : null}
        {download.isOffered ? <DownloadButton download={download} /> : null}
        {options.columnChooser ? <ColumnChooser state={columns} /> : null}
      </span>
    </div>
  );
}
