import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from './PlainButton.tsx';
import type { Choices } from './useChoices.ts';

/** Says that visible choices load, failed (with a retry) or are none. */
export function ChoicesNote({ source, id }: { source: Choices; id: string }) {
  const t = useTranslate();
  if (source.error) {
    return (
      <span role="alert" className="tg-note" data-level="error">
        {source.error.message} <PlainButton id={`${id}-retry`} look="link" text={t('field.retry')} onClick={source.retry} />
      </span>
    );
  }
  if (source.choices.length > 0) return null;
  return (
    <span role="status" className="tg-note">
      {t(source.loading ? 'field.loading' : 'field.noChoices')}
    </span>
  );
}
