import { defineWidget } from '../../../src/engine/index.ts';
import type { EmptyOptions } from '../../../src/generated/options.ts';
import { Empty } from './Empty.tsx';

export default defineWidget<EmptyOptions>(Empty);
