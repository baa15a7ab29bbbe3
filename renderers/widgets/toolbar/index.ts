import { defineWidget } from '../../../src/engine/index.ts';
import type { ToolbarOptions } from '../../../src/generated/options.ts';
import { Toolbar } from './Toolbar.tsx';

export default defineWidget<ToolbarOptions>(Toolbar);
