import { defineWidget } from '../../../src/engine/index.ts';
import type { FormOptions } from '../../../src/generated/options.ts';
import { Form } from './Form.tsx';

export default defineWidget<FormOptions>(Form);
