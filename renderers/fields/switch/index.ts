import { defineField } from '../../../src/engine/index.ts';
import type { SwitchOptions } from '../../../src/generated/options.ts';
import { Switch } from './Switch.tsx';

export default defineField<unknown, SwitchOptions>(Switch);
