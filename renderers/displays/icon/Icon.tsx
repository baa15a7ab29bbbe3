import type { WidgetProps } from '../../../src/engine/index.ts';
import type { IconOptions } from '../../../src/generated/options.ts';
import { Icon as Shape } from '../../shared/icon/Icon.tsx';
import './tone.css';

/** A named icon. */
export function Icon({ options }: WidgetProps<IconOptions>) {
  const { icon, size = 16, tone = 'neutral', label } = options;
  return (
    <span className="tg-icon-tone" data-tone={tone}>
      <Shape name={icon} size={size} label={label} />
    </span>
  );
}
