import type { PlanNode, Scope } from '../../../src/core/types.ts';
import { Nodes, useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import type { TableState as State } from './useTable.ts';

interface NoticeProps {
  table: State;
  emptyText: string | undefined;
  emptyBody: PlanNode[] | undefined;
  scope: Scope;
}

/** What stands in place of rows: loading, no permission, failure with a retry, nothing there. */
export function TableNotice({ table, emptyText, emptyBody, scope }: NoticeProps) {
  const t = useTranslate();
  const { failure } = table;
  if (failure && !table.isKept) {
    const isRefused = failure.status === 403;
    return (
      <div className="tg-table-notice" role="alert">
        <Icon name={isRefused ? 'lock' : 'warning'} size={28} />
        <p>{isRefused ? t('table.noPermission') : t('table.failed', { reason: failure.message })}</p>
        {isRefused || !table.hasRequest ? null : <PlainButton icon="reload" text={t('table.retry')} onClick={() => void table.refresh()} />}
      </div>
    );
  }
  if (table.loading) {
    return (
      <div className="tg-table-notice" role="status">
        <span className="tg-spinner" aria-hidden="true" />
        <p>{t('table.loading')}</p>
      </div>
    );
  }
  const isFiltered = Object.keys(table.params.filters).length > 0;
  return (
    <div className="tg-table-notice" role="status">
      <Icon name="inbox" size={28} />
      <p>{isFiltered ? t('table.noMatch') : (emptyText ?? t('table.empty'))}</p>
      {isFiltered ? null : <Nodes nodes={emptyBody} scope={scope} />}
    </div>
  );
}

/** Above rows that could not be renewed: they stay, with the reason and another try. */
export function KeptNotice({ table }: { table: State }) {
  const t = useTranslate();
  return (
    <div className="tg-table-kept" role="alert">
      <Icon name="warning" />
      <p>{t('table.notRefreshed', { reason: table.failure?.message ?? '' })}</p>
      <PlainButton size="small" icon="reload" text={t('table.retry')} busy={table.isRefreshing} onClick={() => void table.refresh()} />
    </div>
  );
}
