import { defineWidget } from '../../../src/engine/index.ts';
import type { AvatarOptions } from '../../../src/generated/options.ts';
import { Avatar } from './Avatar.tsx';

export default defineWidget<AvatarOptions>(Avatar);
