import { defineWidget } from '../../../src/engine/index.ts';
import type { UserInfoOptions } from '../../../src/generated/options.ts';
import { UserInfo } from './UserInfo.tsx';

export default defineWidget<UserInfoOptions>(UserInfo);
