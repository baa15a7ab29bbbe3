import type { TruthWords } from '../../../src/core/index.ts';
import type { Cell } from '../../data-engine/types.ts';
import { wrong } from '../../errors.ts';
import { valueIn } from '../data-mart/cells.ts';
import type { Column } from '../data-mart/repository.ts';
import type { DeclaredColumn, Parameter, ParameterType } from './tables.ts';

export interface GivenParameter {
  name: string;
  title?: string | null | undefined;
  type: ParameterType;
  value?: string | null | undefined;
}
export interface GivenColumn {
  name: string;
  title?: string | null | undefined;
  fieldType: DeclaredColumn['fieldType'];
}

/** Names of columns are those of RULE-12. */
const fieldName = /^[A-Za-z_\u4e00-\u9fff][A-Za-z0-9_\u4e00-\u9fff]{0,23}$/;
const parameterName = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;

/** Columns as they are kept. @throws ApiError PARAMETER_ERROR at the column */
export function declaredColumns(given: readonly GivenColumn[]): DeclaredColumn[] {
  const taken = new Set<string>();
  return given.map(({ name, title, fieldType }, index) => {
    if (!fieldName.test(name)) throw wrong(`columns.${index}.name`, 'is no name of a column', 'script.columnName');
    if (taken.has(name.toLowerCase())) throw wrong(`columns.${index}.name`, 'stands there already', 'script.twice');
    taken.add(name.toLowerCase());
    return { name, title: title?.trim() || name, fieldType };
  });
}

/** Parameters as they are kept. @throws ApiError PARAMETER_ERROR at the parameter */
export function declaredParameters(given: readonly GivenParameter[], words: TruthWords): Parameter[] {
  const taken = new Set<string>();
  return given.map(({ name, title, type, value }, index) => {
    if (!parameterName.test(name)) throw wrong(`parameters.${index}.name`, 'is no name of a parameter', 'script.parameterName');
    if (taken.has(name)) throw wrong(`parameters.${index}.name`, 'stands there already', 'script.twice');
    taken.add(name);
    return { name, title: title?.trim() || name, type, value: cellOf(type, value, `parameters.${index}.value`, words) };
  });
}

/** The value of every parameter: what was given, or what counts otherwise. @throws ApiError PARAMETER_ERROR at the value */
export function parameterValues(
  parameters: readonly Parameter[],
  given: readonly { name: string; value?: string | null | undefined }[],
  words: TruthWords,
): Record<string, Cell> {
  return Object.fromEntries(
    parameters.map(({ name, type, value }) => {
      const index = given.findIndex((one) => one.name === name);
      const said = given[index];
      return [name, said === undefined ? value : cellOf(type, said.value, `parameters.${index}.value`, words)];
    }),
  );
}

function cellOf(type: ParameterType, text: string | null | undefined, field: string, words: TruthWords): Cell {
  if (text === null || text === undefined || text.trim() === '') return null;
  const value = valueIn(type, text, words);
  if (value === undefined) throw wrong(field, 'is not of the type of the parameter', 'script.parameterValue');
  if (type === 'boolean') return value === 'true';
  if (type === 'float') return Number(value);
  if (type !== 'integer') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** What a new script begins with: one that can be run at once, and gives the rows as they are. */
export function begun(columns: readonly Column[]): { code: string; columns: DeclaredColumn[] } {
  const code = ['function row(r, parameters, state) {', '  return { ...r };', '}', ''].join('\n');
  return { code, columns: columns.slice(0, 100).map(({ name, title, fieldType }) => ({ name, title, fieldType })) };
}
