import { defineWidget } from '../../../src/engine/index.ts';
import type { GraphEditorOptions } from '../../../src/generated/options.ts';
import { GraphEditor } from './GraphEditor.tsx';

export default defineWidget<GraphEditorOptions>(GraphEditor);
