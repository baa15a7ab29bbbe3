import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import type { Download } from './useDownload.ts';

/** Offers the rows of a table as a workbook. Where there are none it says so, and can still be reached. */
export function DownloadButton({ download }: { download: Download }) {
  const t = useTranslate();
  const { isBusy, reason } = download;
  const label = reason === undefined ? t('table.download') : t('table.downloadBlocked', { reason });
  return (
    <button
      ref={download.button}
      type="button"
      className="tg-tool"
      aria-label={label}
      title={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || reason !== undefined || undefined}
      onClick={() => void download.start()}
    >
      {isBusy ? <span className="tg-spinner" aria-hidden="true" /> : <Icon name="download" />}
    </button>
  );
}
