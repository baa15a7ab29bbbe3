import type { Cell, FieldType } from '../../data-engine/types.ts';
import type { Filled, Json, Maybe, MaybeMoment, MaybeText, Moment, VersionedRow } from '../../database/columns.ts';
import type {} from '../data-mart/tables.ts';
import type { Outcome, Problem } from './work/types.ts';

/** A column the rows of a script have. */
export interface DeclaredColumn {
  name: string;
  title: string;
  fieldType: FieldType;
}

/** Types of parameters. */
export type ParameterType = 'string' | 'integer' | 'float' | 'boolean' | 'date';
/** Something a script asks for, with what counts unless somebody says otherwise. */
export interface Parameter {
  name: string;
  title: string;
  type: ParameterType;
  value: Cell;
}

/** What a run told: by which version, and what came of it. */
export interface ToldRun extends Outcome {
  number: number;
}

interface ScriptTable extends VersionedRow {
  name: string;
  description: MaybeText;
  owner_id: Maybe<number>;
  workspace_id: Maybe<number>;
  /** The table it is tried on. */
  input_id: Maybe<number>;
  current_id: Maybe<number>;
}
interface ScriptVersionTable {
  id: Filled<number>;
  script_id: number;
  number: number;
  code: string;
  columns: Json<DeclaredColumn[]>;
  parameters: Json<Parameter[]>;
  seed: number;
  /** Why it is no script that can run. */
  problem: Json<Problem | null> | null;
  made_by: MaybeText;
  /** The account it was made with; null where nobody knows. */
  made_by_id: Maybe<number>;
  made_at: Moment;
}
interface ScriptOutputTable {
  table_id: number;
  script_id: number;
  input_id: number;
  /** Columns of the input its rows have, which are those of who made it: what is denied later is told by name, and nobody adds more of them. */
  columns: Json<string[]>;
  parameters: Json<Record<string, Cell>>;
  created_at: Moment;
}
interface ScriptRunTable {
  run_id: number;
  script_id: Maybe<number>;
  told: Json<ToldRun>;
  created_at: MaybeMoment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    script: ScriptTable;
    script_version: ScriptVersionTable;
    script_output: ScriptOutputTable;
    script_run: ScriptRunTable;
  }
}
