import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, isWritten, type JsonSchema, textAt } from '../json.ts';
import { usesOf } from '../read/walk.ts';
import { entriesOf } from './entries-of.ts';
import { type Finding, finding, type Report } from './findings.ts';
import type { Check, Project } from './project.ts';
import { kindOfValue, valueMisfit } from './scopes/misfits.ts';

/**
 * What a field begins with (`default`), where it is written out and the field itself would not take it: of another kind, beyond its bounds, none of its
 * choices. Warnings: an administrator may have added the entry of a dictionary, and whoever fills in the form can choose another value.
 */
export const checkFieldDefaults: Check = (project) => {
  const kinds = new Map(project.widgets.map(({ key, kind, schema }) => [key, kind === 'field' ? textAt(schema, 'x-value') : undefined]));
  return project.checked.all.flatMap((document) => {
    if (document.isDerived) return [];
    return usesOf(document, project.shapes).flatMap(({ kind, value: node, pointer }): Finding[] => {
      const type = kind === 'node' && isObject(node) ? kinds.get(textAt(node, 'widget') ?? '') : undefined;
      if (!isObject(node) || type === undefined || !isSaid(node.default)) return [];
      const report = misfitOf(node, type) ?? strangerAmong(project, node);
      return report ? [finding(document.source, `${pointer}/default`, { severity: 'warning', ...report })] : [];
    });
  });
};

/** Whether something is said that does not have to be evaluated: a field without a value begins with null or an empty text. */
function isSaid(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && isWritten(value);
  return value !== undefined && value !== null && !JSON.stringify(value).includes('{{');
}

/** A value the widget cannot hold, or one its own bounds refuse. */
function misfitOf({ default: value, min, max, maxLength }: JsonSchema, type: string): Report | undefined {
  const bounds = {
    ...(typeof min === 'number' && { minimum: min }),
    ...(typeof max === 'number' && { maximum: max }),
    ...(typeof maxLength === 'number' && typeof value === 'string' && { maxLength }),
  };
  const misfit = valueMisfit({ ...(type !== 'any' && { type }), ...bounds }, value, 'json');
  return misfit && { code: 'BAD_OPTION', message: `the field cannot begin with this: ${misfit.message}`, hint: misfit.hint };
}

/** One that is none of the choices, where all of them are written out or those of a dictionary. */
function strangerAmong(project: Project, field: JsonSchema): Report | undefined {
  const known = choicesOf(project, field);
  const stranger = known && [field.default].flat().find((value) => kindOfValue(value) !== 'object' && !known.includes(String(value)));
  if (!known || stranger === undefined) return undefined;
  return {
    code: 'UNKNOWN_ENTRY',
    message: `the field has no choice "${stranger}" to begin with`,
    hint: fieldHint(String(stranger), known),
  };
}

/** The choices of a field as texts, for it takes 1 and "1" for the same; undefined where they come from a call, or are known only when the page runs. */
function choicesOf({ documents }: Project, { dictionary, options, call }: JsonSchema): string[] | undefined {
  if (call !== undefined || (dictionary === undefined) === (options === undefined)) return undefined;
  if (dictionary !== undefined) return isWritten(dictionary) ? entriesOf(documents, dictionary) : undefined;
  if (!Array.isArray(options)) return undefined;
  const values = options.map((option: unknown) => (isObject(option) && option.children === undefined ? option.value : undefined));
  return values.every((value) => value === '' || isSaid(value)) ? values.map(String) : undefined;
}
