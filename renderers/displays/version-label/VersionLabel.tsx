import { version as built } from '../../../package.json';
import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { VersionLabelOptions } from '../../../src/generated/options.ts';
import './version-label.css';

/** Name and version of the product; without a given version that of the build. */
export function VersionLabel({ options }: WidgetProps<VersionLabelOptions>) {
  const t = useTranslate();
  const version = options.version || built;
  const text = options.text ? options.text.replaceAll('{{version}}', version) : t('layout.version', { version });
  return <span className="tg-version">{text}</span>;
}
