import { defineWidget } from '../../../src/engine/index.ts';
import type { AudioRecorderOptions } from '../../../src/generated/options.ts';
import { AudioRecorder } from './AudioRecorder.tsx';

export default defineWidget<AudioRecorderOptions>(AudioRecorder);
