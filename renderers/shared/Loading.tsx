import type { ComponentProps } from 'react';
import { useTranslate } from '../../src/engine/index.ts';
import type { Look } from '../../src/engine/types.ts';
import './loading.css';

/** The shape of a page while its code or first data load: nothing jumps when it arrives. */
export function Loading({ text }: ComponentProps<Look['Loading']>) {
  const t = useTranslate();
  return (
    <div className="tg-loading" role="status" aria-busy="true">
      <span className="tg-hidden">{text ?? t('layout.loading')}</span>
      <span className="tg-bone tg-bone-title" />
      <span className="tg-bone" />
      <span className="tg-bone" />
      <span className="tg-bone tg-bone-short" />
    </div>
  );
}
