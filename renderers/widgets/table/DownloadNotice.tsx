import { useLanguage, useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { formatNumber } from '../../shared/format.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import type { Download } from './useDownload.ts';

/** How far a download is, with a way to stop it; why it failed, with another try. Above the rows, which stay as they are. */
export function DownloadNotice({ download }: { download: Download }) {
  const t = useTranslate();
  const language = useLanguage();
  const { state } = download;
  return (
    <>
      <span className="tg-hidden" aria-live="polite">
        {state.is === 'running' ? t('table.downloadStarted') : state.is === 'done' ? t('table.downloadDone', { count: state.rows }) : ''}
      </span>
      {state.is === 'running' ? (
        <div className="tg-table-download">
          <progress aria-label={t('table.download')} value={state.rows} max={state.of || 1} />
          <span>
            {state.of === undefined
              ? t('table.loading')
              : t('table.downloadProgress', { rows: formatNumber(state.rows, language), total: formatNumber(state.of, language) })}
          </span>
          <PlainButton size="small" icon="stop" text={t('table.downloadStop')} onClick={download.stop} />
        </div>
      ) : null}
      {state.is === 'failed' ? (
        <div className="tg-table-kept" role="alert">
          <Icon name="warning" />
          <p>{t('table.downloadFailed', { reason: state.reason })}</p>
          <PlainButton size="small" icon="reload" text={t('table.retry')} onClick={() => void download.again()} />
          <PlainButton
            size="small"
            look="text"
            icon="close"
            aria-label={t('table.close')}
            title={t('table.close')}
            onClick={download.dismiss}
          />
        </div>
      ) : null}
    </>
  );
}
