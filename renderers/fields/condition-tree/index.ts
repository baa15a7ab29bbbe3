import { defineField } from '../../../src/engine/index.ts';
import type { ConditionTreeOptions } from '../../../src/generated/options.ts';
import { ConditionTree } from './ConditionTree.tsx';
import type { Group } from './tree.ts';

export default defineField<Group, ConditionTreeOptions>(ConditionTree);
