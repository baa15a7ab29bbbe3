import { defineField } from '../../../src/engine/index.ts';
import type { ArrayTableOptions } from '../../../src/generated/options.ts';
import { ArrayTable } from './ArrayTable.tsx';
import type { Row } from './rows.ts';

export default defineField<Row[], ArrayTableOptions>(ArrayTable);
