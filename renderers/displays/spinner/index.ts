import { defineWidget } from '../../../src/engine/index.ts';
import type { SpinnerOptions } from '../../../src/generated/options.ts';
import { Spinner } from './Spinner.tsx';

export default defineWidget<SpinnerOptions>(Spinner);
