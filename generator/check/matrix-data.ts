import { mayName, wholeChoice } from '../../src/core/plan.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, listAt, objectAt, textAt } from '../json.ts';
import type { Source } from '../read/source.ts';
import { type Finding, finding } from './findings.ts';
import { isReadable, type Project } from './project.ts';
import type { Context } from './scopes/context.ts';
import { rowOf } from './scopes/rows.ts';
import type { Type, Types } from './scopes/types.ts';
import type { Options } from './scopes/walk.ts';

/** What a questionnaire reads of its rows and columns is there: by the contract where a call gives them, by themselves where the page holds them. */
export function matrixFindings(project: Project, types: Types, options: Options, context: Context, page: string): Finding[] {
  const choice = wholeChoice(options.get('questionnaire')?.value);
  if (!choice) return [];
  const documents = project.documents
    .of('questionnaire')
    .filter(({ id, source }) => isReadable(source) && mayName(choice, id, source.value as { purpose?: unknown }));
  const own = documents.flatMap(({ source }) => readingFindings(source, types, options, context, page));
  const ids = new Set(documents.flatMap(({ source }) => textAt(objectAt(source.value, 'rows'), 'id') ?? []));
  return [...own, ...[...ids].flatMap((id) => doubles(options, id))];
}

function readingFindings(source: Source, types: Types, options: Options, context: Context, page: string): Finding[] {
  const { rows, columns, help } = source.value as { rows?: unknown; columns?: unknown; help?: unknown };
  const findings: Finding[] = [];
  const expect = (type: Type | undefined, pointer: string, field: string | undefined): Type | undefined => {
    if (field === undefined) return undefined;
    const member = types.member(type, field);
    const known = 'missing' in member ? member.known : types.names(type);
    const hint = fieldHint(field, known);
    // A record may have more than its contract names: then only what looks like a slip is one.
    const isSlip = !known.includes(field) && hint?.startsWith('did you mean') === true;
    if ('missing' in member || isSlip) {
      const hints = [hint, `shown by ${page}`].filter((part) => part !== undefined).join('; ');
      const report = { code: 'UNKNOWN_FIELD', message: `${type?.label} has no "${field}"`, hint: hints };
      findings.push(finding(source, pointer, report));
    }
    return 'found' in member ? member.found : undefined;
  };
  const row = entryOf(options.get('rows'), 'row', types, context);
  if (row) {
    for (const word of ['id', 'name', 'answers']) expect(row, `/rows/${word}`, textAt(rows, word));
    listAt(rows, 'levels').forEach((level, index) => {
      expect(row, `/rows/levels/${index}/field`, textAt(level, 'field'));
    });
    for (const word of ['text', 'levels']) expect(row, `/help/${word}`, textAt(help, word));
  }
  let column = entryOf(options.get('columns'), 'column', types, context);
  listAt(columns, 'groups').forEach((group, index) => {
    if (!column) return;
    expect(column, `/columns/groups/${index}/name`, textAt(group, 'name'));
    column = types.element(expect(column, `/columns/groups/${index}/columns`, textAt(group, 'columns')));
  });
  if (column) for (const word of ['id', 'name']) expect(column, `/columns/${word}`, textAt(columns, word));
  return findings;
}

/** What the list of an option holds. */
function entryOf(option: { value: unknown } | undefined, what: string, types: Types, context: Context): Type | undefined {
  const type = types.element(rowOf.template(option?.value, types, context));
  return type && { ...type, label: `a ${what} of ${type.label.replace(/^the answer of /, '')}` };
}

/** Two rows of one id would be answered as one. */
function doubles(options: Options, id: string): Finding[] {
  const option = options.get('rows');
  if (!option || !Array.isArray(option.value)) return [];
  const seen = new Set<string>();
  return (option.value as unknown[]).flatMap((row, index) => {
    const own = isObject(row) ? String(row[id] ?? '') : '';
    if (own === '' || own.includes('{{') || !seen.has(own)) {
      seen.add(own);
      return [];
    }
    return [
      finding(option.source, `${option.pointer}/${index}/${id}`, { code: 'QUESTIONNAIRE', message: `two rows have the ${id} "${own}"` }),
    ];
  });
}
