import type { MaybeText } from '../../database/columns.ts';

/** Who changed a parameter last; the values stand in `config` and in a dictionary. */
interface ParameterChangeTable {
  key: string;
  version: number;
  updated_at: Date;
  updated_by: MaybeText;
}

declare module '../../database/connection.ts' {
  interface Tables {
    parameter_change: ParameterChangeTable;
  }
}
