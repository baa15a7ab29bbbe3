import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons-svg';
import type { Feedback } from '../../../src/engine/types.ts';
import { shapeOf } from '../icon/shapes.ts';

type Level = Parameters<Feedback['message']>[0] | 'confirm';

const signs = {
  success: CheckCircleFilled,
  info: InfoCircleFilled,
  warning: ExclamationCircleFilled,
  confirm: ExclamationCircleFilled,
  error: CloseCircleFilled,
};

/** The sign of a message or dialog, as the library shows it: its own says its English name to screen readers, beside words that say it all. */
export function Sign({ level }: { level: Level }) {
  const shape = shapeOf(signs[level]);
  return (
    <span className={`anticon ant-notification-notice-icon-${level}`} aria-hidden="true">
      <svg viewBox={shape?.viewBox} width="1em" height="1em" fill="currentColor" focusable="false" aria-hidden="true">
        {shape?.paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    </span>
  );
}
