import { defineWidget } from '../../../src/engine/index.ts';
import type { SubAppOptions } from '../../../src/generated/options.ts';
import { SubApp } from './SubApp.tsx';

export default defineWidget<SubAppOptions>(SubApp);
