import { PartView, type WidgetProps } from '../../../src/engine/index.ts';
import type { PartOptions } from '../../../src/generated/options.ts';

/** Another page as a part of this one. */
export function Part({ options }: WidgetProps<PartOptions>) {
  return <PartView page={options.page} given={options.with ?? {}} />;
}
