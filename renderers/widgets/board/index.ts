import { defineWidget } from '../../../src/engine/index.ts';
import type { BoardOptions } from '../../../src/generated/options.ts';
import { Board } from './Board.tsx';

export default defineWidget<BoardOptions>(Board);
