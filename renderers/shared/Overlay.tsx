import type { ComponentProps } from 'react';
import { useTranslate } from '../../src/engine/index.ts';
import type { Look } from '../../src/engine/types.ts';
import './loading.css';

/** The full-screen indicator of STATE-07. The region stays, so that screen readers hear it begin; the rest is there only while shown. */
export function Overlay({ shown }: ComponentProps<Look['Overlay']>) {
  const t = useTranslate();
  return (
    <div className="tg-overlay-region" role="status" aria-live="polite">
      {shown ? (
        <div className="tg-overlay" data-testid="overlay">
          <span className="tg-spin tg-spin-large" aria-hidden="true" />
          <span className="tg-hidden">{t('layout.loading')}</span>
        </div>
      ) : null}
    </div>
  );
}
