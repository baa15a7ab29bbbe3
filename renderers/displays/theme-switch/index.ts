import { defineWidget } from '../../../src/engine/index.ts';
import type { ThemeSwitchOptions } from '../../../src/generated/options.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export default defineWidget<ThemeSwitchOptions>(ThemeSwitch);
