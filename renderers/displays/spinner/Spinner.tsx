import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { SpinnerOptions } from '../../../src/generated/options.ts';
import '../../shared/loading.css';
import './spinner.css';

/** Something is under way. */
export function Spinner({ options }: WidgetProps<SpinnerOptions>) {
  const t = useTranslate();
  const { text, size = 'medium' } = options;
  return (
    <div className="tg-waiting" role="status">
      <span className={`tg-spin tg-spin-${size}`} aria-hidden="true" />
      <span className={text ? undefined : 'tg-hidden'}>{text ?? t('layout.loading')}</span>
    </div>
  );
}
