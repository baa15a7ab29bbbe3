import { defineWidget } from '../../../src/engine/index.ts';
import type { VersionLabelOptions } from '../../../src/generated/options.ts';
import { VersionLabel } from './VersionLabel.tsx';

export default defineWidget<VersionLabelOptions>(VersionLabel);
