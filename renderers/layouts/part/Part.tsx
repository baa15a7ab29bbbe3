import { PartView, type WidgetProps } from '../../../src/engine/index.ts';
import type { PartOptions } from '../../../src/generated/options.ts';
import { pageOf } from './page-of.ts';

/** Another page as a part of this one. */
export function Part({ options }: WidgetProps<PartOptions>) {
  const page = pageOf(options);
  return page === undefined ? null : <PartView page={page} given={options.with ?? {}} />;
}
