import { defineWidget } from '../../../src/engine/index.ts';
import type { NetworkGraphOptions } from '../../../src/generated/options.ts';
import { NetworkGraph } from './NetworkGraph.tsx';

export default defineWidget<NetworkGraphOptions>(NetworkGraph);
