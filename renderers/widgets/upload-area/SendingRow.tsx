import { useLanguage, useTranslate } from '../../../src/engine/index.ts';
import { sizeText } from '../../shared/controls/files.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { formatPercent } from '../../shared/format.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import type { Sending } from './useSending.ts';

interface SendingRowProps {
  entry: Sending;
  retry: (key: number) => void;
  dismiss: (key: number) => void;
}

/** One file that has not arrived: how far it is, or why it was not taken. */
export function SendingRow({ entry, retry, dismiss }: SendingRowProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { key, name, size, state, share, reason } = entry;
  const isOver = state === 'refused' || state === 'failed';
  const percent = Math.floor(share * 100);
  return (
    <li className="tg-upload-area-file" data-state={state}>
      <Icon name="file" />
      {isOver ? (
        <span className="tg-note" data-level="error" role="alert">
          {reason}
        </span>
      ) : (
        <span className="tg-upload-area-name">
          <span>{name}</span> <span className="tg-note">{sizeText(size)}</span>
        </span>
      )}
      {state === 'shrinking' ? (
        <span className="tg-note" role="status">
          {t('field.fileShrinking', { name })}
        </span>
      ) : null}
      {state === 'waiting' ? <span className="tg-note">{t('field.fileWaiting')}</span> : null}
      {state === 'going' ? (
        <>
          <span
            className="tg-upload-area-track"
            role="progressbar"
            aria-label={t('field.fileProgress', { name })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <span className="tg-upload-area-bar" style={{ inlineSize: `${percent}%` }} />
          </span>
          <span className="tg-note" aria-hidden="true">
            {formatPercent(percent / 100, language)}
          </span>
        </>
      ) : null}
      {state === 'failed' ? <PlainButton look="link" text={t('field.retry')} onClick={() => retry(key)} /> : null}
      <button
        type="button"
        className="tg-tool"
        aria-label={t(isOver ? 'field.fileDismiss' : 'field.fileStop', { name })}
        onClick={() => dismiss(key)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
