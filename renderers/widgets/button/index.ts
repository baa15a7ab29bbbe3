import { defineWidget } from '../../../src/engine/index.ts';
import type { ButtonOptions } from '../../../src/generated/options.ts';
import { Button } from './Button.tsx';

export default defineWidget<ButtonOptions>(Button);
