import { defineWidget } from '../../../src/engine/index.ts';
import type { AlertOptions } from '../../../src/generated/options.ts';
import { Alert } from './Alert.tsx';

export default defineWidget<AlertOptions>(Alert);
