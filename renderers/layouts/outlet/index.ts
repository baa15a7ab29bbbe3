import { defineWidget } from '../../../src/engine/index.ts';
import type { OutletOptions } from '../../../src/generated/options.ts';
import { Outlet } from './Outlet.tsx';

export default defineWidget<OutletOptions>(Outlet);
