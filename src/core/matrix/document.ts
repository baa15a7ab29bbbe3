import type { OptionShape, TextSource } from '../types.ts';

/** A choice of a cell. */
export interface QuestionnaireChoice<Text = TextSource> {
  value: number;
  label: Text;
  text: Text;
  tone: 'low' | 'medium' | 'high' | 'neutral';
  key?: string;
  /** Whether sums and averages of the server take it in. Default true. */
  counted?: boolean;
}
export type ColumnRule = { whenChosen: number; fillColumn: number } | { whenLeaving: number; resetColumn: number };
export interface TotalDeclaration {
  /** column, row, all, or the property of a level of the rows. */
  by: string;
  how: 'sum' | 'count' | 'max';
  of?: number[];
}

/** A questionnaire: as documents write it, or with its texts translated (`Questionnaire<string>`). */
export interface Questionnaire<Text = TextSource> {
  version: 1;
  title: Text;
  /** What it is for; of computed questionnaires a page takes those of one purpose. */
  purpose?: string;
  rows: { id: string; name: string; answers?: string; levels: { field: string; title: Text; width?: number }[] };
  columns: { id: string; name: string; groups?: { name: string; columns: string }[]; width?: number };
  answer: { row: string; column: string; name?: string; value: string };
  unanswered: { value: number; label: Text; text?: Text; allowed?: boolean };
  choices: QuestionnaireChoice<Text>[];
  columnRules?: ColumnRule[];
  totals?: Record<string, TotalDeclaration>;
  completeness?: { require: 'cells' | 'rows' };
  help?: { title?: Text; text?: string; levelsTitle?: Text; levels?: string; width?: number };
  limits?: { rows?: number; columns?: number };
}
export type QuestionnaireDocument = Questionnaire<TextSource>;

/** Where the texts of a questionnaire stand; the rest is data. */
export const questionnaireShape: OptionShape = {
  properties: {
    version: 'literal',
    title: 'text',
    rows: {
      properties: {
        id: 'literal',
        name: 'literal',
        answers: 'literal',
        levels: { items: { properties: { field: 'literal', title: 'text', width: 'literal' } } },
      },
    },
    columns: 'literal',
    answer: 'literal',
    unanswered: { properties: { value: 'literal', label: 'text', text: 'text', allowed: 'literal' } },
    choices: {
      items: { properties: { value: 'literal', label: 'text', text: 'text', tone: 'literal', key: 'literal', counted: 'literal' } },
    },
    columnRules: 'literal',
    totals: 'literal',
    completeness: 'literal',
    help: { properties: { title: 'text', text: 'literal', levelsTitle: 'text', levels: 'literal', width: 'literal' } },
    limits: 'literal',
  },
};

/** Limits of a questionnaire that names none. */
export const defaultLimits = { rows: 2000, columns: 200 } as const;

/** Rules of one occasion that would undo each other. */
function contradictions(rules: readonly ColumnRule[]): { pointer: string; message: string }[] {
  const first = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const [word, value] = 'whenChosen' in rule ? (['whenChosen', rule.whenChosen] as const) : (['whenLeaving', rule.whenLeaving] as const);
    const before = first.get(`${word} ${value}`);
    if (before === undefined) first.set(`${word} ${value}`, index);
    return before === undefined
      ? []
      : [{ pointer: `/columnRules/${index}/${word}`, message: `rule ${before + 1} says already what happens then` }];
  });
}

/** Properties of an answer record that would stand in one another's place. */
function sharedProperties(answer: Questionnaire['answer']): { pointer: string; message: string }[] {
  const first = new Map<string, string>();
  return Object.entries(answer).flatMap(([word, property]) => {
    const other = first.get(property);
    if (other === undefined) first.set(property, word);
    return other === undefined ? [] : [{ pointer: `/answer/${word}`, message: `"${property}" holds the ${other} of an answer already` }];
  });
}

/** Levels of the rows that show what another one shows, and groups of columns that have no head. Groups may be alike: each level has its own records. */
function repeatedLevels({ rows, columns }: QuestionnaireDocument): { pointer: string; message: string }[] {
  const fields = rows.levels.map(({ field }) => field);
  const repeated = fields.flatMap((field, index) => {
    const first = fields.indexOf(field);
    const message = `level ${first + 1} shows "${field}" already: this one repeats it in every row`;
    return first === index ? [] : [{ pointer: `/rows/levels/${index}/field`, message }];
  });
  const headless = (columns.groups ?? []).flatMap((group, index) => {
    const message = `"${group.name}" is the list of what the group holds, and no head of it`;
    return group.name === group.columns ? [{ pointer: `/columns/groups/${index}/name`, message }] : [];
  });
  return [...repeated, ...headless];
}

/**
 * What a meta-schema cannot say about a questionnaire: values that are no choices, choices, keys or rules given twice, totals by what no
 * level shows, answers that hold two things in one property, levels that repeat one another. Takes a document that fits its meta-schema.
 */
export function questionnaireFaults(document: QuestionnaireDocument): { pointer: string; message: string }[] {
  const faults: { pointer: string; message: string }[] = [];
  const values = new Set<number>();
  const keys = new Set<string>();
  document.choices.forEach(({ value, key }, index) => {
    if (values.has(value)) faults.push({ pointer: `/choices/${index}/value`, message: `two choices have the value ${value}` });
    if (value === document.unanswered.value) {
      faults.push({ pointer: `/choices/${index}/value`, message: `${value} means unanswered` });
    }
    if (key !== undefined && keys.has(key.toLowerCase())) {
      faults.push({ pointer: `/choices/${index}/key`, message: `two choices have the key "${key}"` });
    }
    values.add(value);
    if (key !== undefined) keys.add(key.toLowerCase());
  });
  const known = new Set([...values, document.unanswered.value]);
  const check = (value: number, pointer: string): void => {
    if (!known.has(value)) faults.push({ pointer, message: `${value} is neither a choice nor unanswered` });
  };
  document.columnRules?.forEach((rule, index) => {
    for (const [word, value] of Object.entries(rule)) check(value, `/columnRules/${index}/${word}`);
  });
  faults.push(...contradictions(document.columnRules ?? []), ...sharedProperties(document.answer), ...repeatedLevels(document));
  const groupings = ['column', 'row', 'all', ...document.rows.levels.map(({ field }) => field)];
  for (const [name, { by, of }] of Object.entries(document.totals ?? {})) {
    if (!groupings.includes(by)) {
      faults.push({ pointer: `/totals/${name}/by`, message: `totals are by ${groupings.join(', ')}, not by "${by}"` });
    }
    of?.forEach((value, index) => {
      if (!values.has(value)) faults.push({ pointer: `/totals/${name}/of/${index}`, message: `${value} is no choice` });
    });
  }
  return faults;
}
