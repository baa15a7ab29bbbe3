import { defineWidget } from '../../../src/engine/index.ts';
import type { DropdownOptions } from '../../../src/generated/options.ts';
import { Dropdown } from './Dropdown.tsx';

export default defineWidget<DropdownOptions>(Dropdown);
