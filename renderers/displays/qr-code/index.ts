import { defineWidget } from '../../../src/engine/index.ts';
import type { QrCodeOptions } from '../../../src/generated/options.ts';
import { QrCode } from './QrCode.tsx';

export default defineWidget<QrCodeOptions>(QrCode);
