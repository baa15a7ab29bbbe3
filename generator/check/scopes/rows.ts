import { isObject, type JsonSchema, textAt } from '../../json.ts';
import type { Project } from '../project.ts';
import { type Context, withNames } from './context.ts';
import { inferTemplate } from './infer.ts';
import { toldByColumns } from './told.ts';
import type { Type, Types } from './types.ts';

/** Where lists are looked for in an answer that is none itself, as the widgets do. */
const listNames = ['content', 'records', 'rows', 'list', 'pagedList', 'items'];

const ignore = () => undefined;

/** The list inside an answer: itself, or its content, records ... */
export function listOfAnswer(answer: Type | undefined, types: Types): Type | undefined {
  if (types.element(answer)) return answer;
  for (const name of listNames) {
    const member = types.member(answer, name);
    if ('found' in member && types.element(member.found)) return member.found;
  }
  return undefined;
}

/** The list of the rows of a node: of the call in `source`, or of the expression in `rows`. */
function listOf(options: Map<string, { value: unknown }>, types: Types, project: Project, context: Context): Type | undefined {
  const source = options.get('source')?.value;
  const call = textAt(source, 'call');
  if (call !== undefined && isObject(source)) return listOfCall(call, textAt(source, 'list'), types, project, context, source);
  return template(options.get('rows')?.value, types, context);
}

/** The list a call gives, where `list` says or by the usual names. */
function listOfCall(
  call: string,
  list: string | undefined,
  types: Types,
  project: Project,
  context: Context,
  holder?: JsonSchema,
): Type | undefined {
  const answer = project.answerOf(call, holder);
  if (list === undefined) return listOfAnswer(answer, types);
  return template(list, types, withNames(context, { result: answer }));
}

function template(text: unknown, types: Types, context: Context): Type | undefined {
  return typeof text === 'string' ? inferTemplate(text, types, context.lookup, ignore) : undefined;
}

export const rowOf = {
  template,
  list: listOf,
  ofCall: listOfCall,
  options: (options: Map<string, { value: unknown }>, types: Types, project: Project, context: Context): Type | undefined => {
    const row = types.element(listOf(options, types, project, context));
    const told = toldByColumns(options);
    if (row) return { ...row, label: `a row of ${row.label.replace(/^the answer of /, '')}`, told };
    return told.size > 0 ? { kind: 'record', get: () => undefined, label: 'a row', told } : undefined;
  },
};

/** The type of a data source: the answer of its call, or what `select` keeps of it. */
export function typeOfSource(data: unknown, types: Types, project: Project): Type | undefined {
  if (!isObject(data)) return undefined;
  const answer = project.answerOf(textAt(data, 'call') ?? '', data);
  if (typeof data.select !== 'string') return answer;
  return inferTemplate(data.select, types, (name) => (name === 'result' ? answer : undefined), ignore);
}
