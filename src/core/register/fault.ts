import { compileTemplate, ExpressionError } from '../expression/index.ts';
import { didYouMean } from '../suggest.ts';
import { readIn } from './computed.ts';
import type { RegisterDocument } from './document.ts';

/** What is wrong with a register, and where. */
export interface RegisterFault {
  pointer: string;
  message: string;
  hint?: string;
  severity?: 'warning';
}

/** A word of the document names a field of one of these types. */
export function typed(document: RegisterDocument, pointer: string, name: string | undefined, types: readonly string[]): RegisterFault[] {
  if (name === undefined) return [];
  const field = document.fields.find((one) => one.name === name);
  if (!field)
    return [
      unknown(
        pointer,
        'field',
        name,
        document.fields.map((one) => one.name),
      ),
    ];
  if (field.multiple) return [{ pointer, message: `"${name}" takes several, and this is one` }];
  return types.includes(field.type) ? [] : [{ pointer, message: `"${name}" is of the type ${field.type}, not ${types.join(' or ')}` }];
}

/** A name that leads nowhere, with the one that may be meant. */
export function unknown(pointer: string, what: string, name: string, known: readonly string[]): RegisterFault {
  // Of other documents, which need not fit their meta-schema.
  const isText = (text: unknown): text is string => typeof text === 'string';
  const hint = isText(name) ? didYouMean(name, known.filter(isText)) : undefined;
  return { pointer, message: `there is no ${what} "${name}"`, ...(hint !== undefined && { hint }) };
}

/** Names that stand twice. */
export function twice(names: readonly string[], pointer: string): RegisterFault[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [{ pointer: `${pointer}/${index}/name`, message: `"${name}" stands twice` }],
  );
}

/** What keeps an expression from being evaluated on the server: faults of writing, names there are not, texts and rights of a window. */
export function unreadable(
  expression: string | undefined,
  pointer: string,
  { fields }: RegisterDocument,
  known: readonly string[],
  called: readonly string[] = [],
): RegisterFault[] {
  if (expression === undefined) return [];
  const names = fields.map(({ name }) => name);
  const pointing = fields.filter(({ type }) => type === 'record').map(({ name }) => name);
  try {
    const { findings } = compileTemplate(expression);
    const strange = [...findings.hostCalls].filter((name) => !called.includes(name));
    if (strange.length > 0) {
      const message = `it is evaluated on the server, without ${strange.map((name) => `${name}()`).join(', ')}`;
      const isLate = strange.includes('today');
      return [
        {
          pointer,
          message,
          ...(isLate && { hint: 'what is computed is kept, and a day passes: a warning or what a move requires may ask for it' }),
        },
      ];
    }
    const roots = [...findings.names.keys()].filter((name) => !known.includes(name)).map((name) => unknown(pointer, 'name', name, known));
    const read = [...findings.paths].map(readIn);
    const fieldsUnder = (root: string) => read.flatMap((one) => (one.root === root ? (one.field ?? []) : []));
    const paths = fieldsUnder('values');
    const referred = [...new Set(fieldsUnder('records'))];
    const several = referred.filter((name) => fields.some((field) => field.name === name && field.multiple));
    return [
      ...roots,
      ...several.map((name) => ({ pointer, message: `"${name}" takes several records: what they hold is not read` })),
      ...paths.filter((name) => !names.includes(name)).map((name) => unknown(pointer, 'field', name, names)),
      ...referred.filter((name) => !pointing.includes(name)).map((name) => unknown(pointer, 'field of the type record', name, pointing)),
    ];
  } catch (error) {
    if (error instanceof ExpressionError) return [{ pointer, message: error.message }];
    throw error;
  }
}

/** Functions for what is asked on a day: where somebody reads or moves a record. */
export const onTheDay = ['today'];
