import { defineWidget } from '../../../src/engine/index.ts';
import type { FeedOptions } from '../../../src/generated/options.ts';
import { Feed } from './Feed.tsx';

export default defineWidget<FeedOptions>(Feed);
