import type { WidgetProps } from '../../../src/engine/index.ts';
import type { AvatarOptions } from '../../../src/generated/options.ts';
import { Portrait } from '../../shared/Portrait.tsx';

/** Picture of a user (MISC-02, MISC-03). */
export function Avatar({ options }: WidgetProps<AvatarOptions>) {
  const { src, userName, size = 100, base, decorative } = options;
  return <Portrait src={src} name={userName} size={size} base={base} decorative={decorative} />;
}
