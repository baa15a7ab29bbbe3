import { defineWidget } from '../../../src/engine/index.ts';
import type { DraftKeeperOptions } from '../../../src/generated/options.ts';
import { DraftKeeper } from './DraftKeeper.tsx';

export default defineWidget<DraftKeeperOptions>(DraftKeeper);
