import { defineWidget } from '../../../src/engine/index.ts';
import type { DescriptionsOptions } from '../../../src/generated/options.ts';
import { Descriptions } from './Descriptions.tsx';

export default defineWidget<DescriptionsOptions>(Descriptions);
