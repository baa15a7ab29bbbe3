import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { EmptyOptions } from '../../../src/generated/options.ts';
import './empty.css';

/** Says that there is nothing to show. */
export function Empty({ options, scope }: WidgetProps<EmptyOptions>) {
  const t = useTranslate();
  const { text, size = 'medium', actions } = options;
  return (
    <div className="tg-empty" data-size={size}>
      <svg viewBox="0 0 96 64" aria-hidden="true" focusable="false">
        <path d="M20 30l10-16h36l10 16v20a5 5 0 01-5 5H25a5 5 0 01-5-5z" className="tg-empty-box" />
        <path d="M20 30h17l4 8h14l4-8h17" className="tg-empty-edge" />
      </svg>
      <p>{text ?? t('layout.empty')}</p>
      {actions?.length ? (
        <div className="tg-empty-actions">
          <Nodes nodes={actions} scope={scope} />
        </div>
      ) : null}
    </div>
  );
}
