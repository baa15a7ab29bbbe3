import { defineWidget } from '../../../src/engine/index.ts';
import type { LanguageSwitchOptions } from '../../../src/generated/options.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

export default defineWidget<LanguageSwitchOptions>(LanguageSwitch);
