import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import type { useColumns } from './useColumns.ts';

/** A button that opens check boxes for the columns. Escape and a click elsewhere close it. */
export function ColumnChooser({ state }: { state: ReturnType<typeof useColumns> }) {
  const t = useTranslate();
  const panelId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
      place.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('keydown', closeOnEscape, true);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('keydown', closeOnEscape, true);
    };
  }, [isOpen]);
  return (
    <div className="tg-table-chooser" ref={place}>
      <button
        type="button"
        className="tg-tool"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={t('table.columns')}
        title={t('table.columns')}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="setting" />
      </button>
      {isOpen ? (
        <fieldset id={panelId} className="tg-table-chooser-panel" aria-label={t('table.columns')}>
          {state.all.map((column) => (
            <label key={column.name} className="tg-choice">
              <input type="checkbox" checked={state.isShown(column)} onChange={() => state.toggle(column)} />
              <span>{column.title}</span>
            </label>
          ))}
          <PlainButton look="link" text={t('table.columnsReset')} onClick={state.restore} />
        </fieldset>
      ) : null}
    </div>
  );
}
