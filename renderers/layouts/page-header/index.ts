import { defineWidget } from '../../../src/engine/index.ts';
import type { PageHeaderOptions } from '../../../src/generated/options.ts';
import { PageHeader } from './PageHeader.tsx';

export default defineWidget<PageHeaderOptions>(PageHeader);
